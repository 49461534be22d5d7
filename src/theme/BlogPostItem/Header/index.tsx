// Wraps the stock header: a post with examples says on which release they ran.
import type {ReactNode} from 'react';
import {useBlogPost} from '@docusaurus/plugin-content-blog/client';
import Header from '@theme-original/BlogPostItem/Header';
import ExampleStatus, {hasStatus} from '@site/src/components/ExampleStatus';

export default function BlogPostItemHeader(): ReactNode {
  const {metadata, isBlogPostPage} = useBlogPost();
  return (
    <>
      <Header />
      {isBlogPostPage && hasStatus(metadata.frontMatter) && (
        <p>
          <ExampleStatus frontMatter={metadata.frontMatter} />
        </p>
      )}
    </>
  );
}

// Wraps the stock header: a post with examples says on which release they ran.
import type {ReactNode} from 'react';
import {useBlogPost} from '@docusaurus/plugin-content-blog/client';
import Header from '@theme-original/BlogPostItem/Header';
import ExampleStatus from '@site/src/components/ExampleStatus';
import {getExampleRun} from '@site/src/site/exampleRun';

export default function BlogPostItemHeader(): ReactNode {
  const {metadata, isBlogPostPage} = useBlogPost();
  const run = isBlogPostPage ? getExampleRun(metadata.frontMatter) : undefined;
  return (
    <>
      <Header />
      {run && (
        <p>
          <ExampleStatus run={run} />
        </p>
      )}
    </>
  );
}

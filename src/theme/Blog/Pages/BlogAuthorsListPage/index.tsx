// Wraps the stock page: it has no description.
import type {ReactNode} from 'react';
import {PageMetadata} from '@docusaurus/theme-common';
import {translate} from '@docusaurus/Translate';
import type {Props} from '@theme/Blog/Pages/BlogAuthorsListPage';
import BlogAuthorsListPage from '@theme-original/Blog/Pages/BlogAuthorsListPage';

export default function BlogAuthorsListPageWithDescription(props: Props): ReactNode {
  return (
    <>
      <BlogAuthorsListPage {...props} />
      <PageMetadata
        description={translate({
          id: 'blog.authors.description',
          message: 'Who wrote the posts, and which posts each of them wrote',
        })}
      />
    </>
  );
}

import type {BlogContent} from '@docusaurus/plugin-content-blog';
import type {LoadedContent as DocsContent} from '@docusaurus/plugin-content-docs';
import type {LoadedContent as PagesContent} from '@docusaurus/plugin-content-pages';
import type {Plugin} from '@docusaurus/types';
import {withoutTrailingSlash} from '../../site/addresses';
import type {ListedPage} from '../../site/pageList';
import {getVersion} from '../../site/versions';
import {contentOf} from '../../build/content';

/** Lists the pages with their titles for the page of missing pages, which fetches the list when it is shown. */
export default function pageListPlugin(): Plugin {
  return {
    name: 'tvm-page-list',
    async allContentLoaded({allContent, actions}) {
      const docs = contentOf<DocsContent>(allContent, 'docusaurus-plugin-content-docs').loadedVersions;
      const blog = contentOf<BlogContent>(allContent, 'docusaurus-plugin-content-blog');
      const pages = contentOf<PagesContent>(allContent, 'docusaurus-plugin-content-pages');
      const list: ListedPage[] = [
        ...docs.flatMap((version) =>
          version.docs
            .filter(({unlisted}) => !unlisted)
            .map(({permalink, title}) => ({
              path: permalink,
              title,
              release: getVersion(version.versionName).release,
            })),
        ),
        ...blog.blogPosts
          .filter(({metadata}) => !metadata.unlisted)
          .map(({metadata}) => ({path: metadata.permalink, title: metadata.title})),
        ...pages.flatMap((page) =>
          page.type === 'mdx' && page.title && !page.unlisted
            ? [{path: page.permalink, title: page.title}]
            : [],
        ),
      ];
      const pagesAsServed = list.map((page) => ({...page, path: withoutTrailingSlash(page.path)}));
      await actions.createData('pages.json', pagesAsServed);
    },
  };
}

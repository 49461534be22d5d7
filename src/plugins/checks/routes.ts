import type {AllContent, LoadContext} from '@docusaurus/types';
import type {LoadedContent as DocsContent, LoadedVersion} from '@docusaurus/plugin-content-docs';
import type {BlogContent} from '@docusaurus/plugin-content-blog';
import type {LoadedContent as PagesContent} from '@docusaurus/plugin-content-pages';
import type {Route} from '../../content/checks/duplicates';

const relative = (source: string) => source.replace(/^@site\//, '');

interface Categories {
  type: string;
  label?: string;
  items?: Categories[];
  link?: {type: string; permalink?: string};
}

function categoryRoutes(items: readonly Categories[], file: string): Route[] {
  return items.flatMap((item) => [
    ...(item.link?.type === 'generated-index' && item.link.permalink
      ? [{permalink: item.link.permalink, file: `${file}（类别「${item.label}」的自动目录）`}]
      : []),
    ...categoryRoutes(item.items ?? [], file),
  ]);
}

function versionRoutes(siteDir: string, version: LoadedVersion): Route[] {
  const sidebarFile =
    typeof version.sidebarFilePath === 'string'
      ? version.sidebarFilePath
          .replace(siteDir, '')
          .replace(/^[\\/]/, '')
          .replaceAll('\\', '/')
      : '侧边栏';
  return [
    ...version.docs.map(({permalink, source}) => ({permalink, file: relative(source)})),
    ...categoryRoutes(Object.values(version.sidebars).flat() as Categories[], sidebarFile),
  ];
}

/** Pages that plugins make and no content plugin lists. */
function pluginRoutes({baseUrl, siteConfig}: LoadContext): Route[] {
  const {algolia} = siteConfig.themeConfig as {algolia?: {searchPagePath?: string | false}};
  return [
    ...(algolia?.searchPagePath
      ? [{permalink: baseUrl + algolia.searchPagePath, file: 'src/theme/SearchPage/index.tsx'}]
      : []),
  ];
}

function blogRoutes({blogPosts, blogTags, blogTagsListPath}: BlogContent): Route[] {
  const made = (permalink: string) => ({permalink, file: 'blog（插件生成的列表）'});
  return [
    ...blogPosts.map(({metadata}) => ({permalink: metadata.permalink, file: relative(metadata.source)})),
    made(blogTagsListPath.replace(/\/[^/]*$/, '')),
    ...(Object.keys(blogTags).length > 0 ? [made(blogTagsListPath)] : []),
    ...Object.keys(blogTags).map(made),
  ];
}

/** Lists the pages of the site and the files they are made from. */
export function collectRoutes(context: LoadContext, allContent: AllContent): Route[] {
  const {siteDir} = context;
  const contents = <T>(plugin: string) =>
    Object.values(allContent[`docusaurus-plugin-content-${plugin}`] ?? {}).filter(Boolean) as T[];
  return [
    ...pluginRoutes(context),
    ...contents<DocsContent>('docs').flatMap(({loadedVersions}) =>
      loadedVersions.flatMap((version) => versionRoutes(siteDir, version)),
    ),
    ...contents<BlogContent>('blog').flatMap(blogRoutes),
    ...contents<PagesContent>('pages').flatMap((pages) =>
      pages!.map(({permalink, source}) => ({permalink, file: relative(source)})),
    ),
  ];
}

import type {AllContent, LoadContext} from '@docusaurus/types';
import type {LoadedContent as DocsContent, LoadedVersion} from '@docusaurus/plugin-content-docs';
import type {BlogContent} from '@docusaurus/plugin-content-blog';
import type {LoadedContent as PagesContent} from '@docusaurus/plugin-content-pages';
import type {Fault} from './fault';
import {canonicalPath} from './frontMatter';
import {docId, type ParsedSource} from './sources';

/** A page and the file that it is made from. */
export interface Route {
  permalink: string;
  /** File relative to the site. */
  file: string;
}

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

/** Pages of different files at one address; addresses that differ only in case share a file on some systems. */
export function duplicateFaults(routes: readonly Route[]): Fault[] {
  const first = new Map<string, Route>();
  return routes.flatMap((route) => {
    const key = route.permalink.replace(/(?<=.)\/$/, '').toLowerCase();
    const other = first.get(key);
    if (!other) {
      first.set(key, route);
      return [];
    }
    return [
      {
        kind: '地址重复',
        file: route.file,
        problem: `地址 ${route.permalink} 已被 ${other.file} 占用`,
        cure: '改其中一个的文件名或页首的 slug，或删去其中一个',
      },
    ];
  });
}

/** Docs of one tree with the same identifier, on which Docusaurus stops before it gives them addresses. */
export function duplicateIdFaults(sources: readonly ParsedSource[]): Fault[] {
  const first = new Map<string, ParsedSource>();
  return sources
    .filter(({kind}) => kind === 'doc')
    .flatMap((source) => {
      const id = docId(source);
      const key = `${source.version!.release} ${id}`;
      const other = first.get(key);
      if (!other) {
        first.set(key, source);
        return [];
      }
      return [
        {
          kind: '地址重复',
          file: source.file,
          problem: `文档编号「${id}」已被 ${other.file} 占用`,
          cure: '改其中一个的文件名或页首的 id，或删去其中一个',
        },
      ];
    });
}

/** Docs of one tree whose own address is another's, told before anything is said of what the address lacks. */
export function duplicatePathFaults(sources: readonly ParsedSource[]): Fault[] {
  return duplicateFaults(
    sources
      .filter(({kind, frontMatter}) => kind === 'doc' && frontMatter.draft !== true)
      .sort((a, b) => Number('slug' in a.frontMatter) - Number('slug' in b.frontMatter))
      .map((source) => ({
        permalink: source.version!.path + canonicalPath(source).slice('/docs'.length),
        file: source.file,
      })),
  );
}

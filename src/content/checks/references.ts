import fs from 'node:fs';
import path from 'node:path';
import {loadFreshModule} from '@docusaurus/utils';
import {LATEST, type SiteVersion, VERSIONS} from '../../site/versions';
import {readJson} from '../json';
import type {Fault} from './fault';
import {list} from './list';
import {nearest} from '../../site/nearest';
import type {Page} from '../pages';

const KIND = '引用了不存在的侧边栏或文档';

/** What a tree offers to refer to. */
export interface Tree {
  version: SiteVersion;
  sidebarFile: string;
  sidebars: Record<string, unknown>;
  docIds: Set<string>;
}

function unknown(
  file: string,
  line: number | undefined,
  what: string,
  name: string,
  known: Iterable<string>,
): Fault {
  const [best] = nearest(name, known);
  return {
    kind: KIND,
    file,
    line,
    problem: `没有${what}「${name}」`,
    cure: `${best ? `改成 ${best}，或删去；` : ''}现有：${list(known)}`,
  };
}

/** Line of a file on which a quoted name stands; undefined if it is not written there in one piece. */
function lineOfName(file: string, name: string): number | undefined {
  const lines = fs.readFileSync(file, 'utf8').split(/\r?\n/);
  const found = lines.findIndex((line) =>
    [`'${name}'`, `"${name}"`, `\`${name}\``].some((q) => line.includes(q)),
  );
  return found === -1 ? undefined : found + 1;
}

/** Identifiers of the docs that a sidebar lists, in any of the forms that Docusaurus accepts. */
function listedDocs(item: unknown): string[] {
  if (typeof item === 'string') {
    return [item];
  }
  if (Array.isArray(item)) {
    return item.flatMap(listedDocs);
  }
  if (typeof item !== 'object' || item === null) {
    return [];
  }
  const {type, id, items, link} = item as {
    type?: string;
    id?: string;
    items?: unknown;
    link?: {type: string; id?: string};
  };
  if (type === undefined) {
    return Object.values(item).flatMap(listedDocs);
  }
  return [
    ...((type === 'doc' || type === 'ref') && id ? [id] : []),
    ...(type === 'category' ? listedDocs(items) : []),
    ...(link?.type === 'doc' && link.id ? [link.id] : []),
  ];
}

/** Reads the sidebars of each tree and the docs that it has. */
export async function readTrees(siteDir: string, pages: readonly Page[]): Promise<Tree[]> {
  return Promise.all(
    VERSIONS.map(async (version) => {
      const sidebarFile =
        version === LATEST ? 'sidebars.ts' : `versioned_sidebars/version-${version.release}-sidebars.json`;
      const file = path.join(siteDir, sidebarFile);
      return {
        version,
        sidebarFile,
        sidebars:
          (sidebarFile.endsWith('.json')
            ? readJson<Record<string, unknown>>(siteDir, sidebarFile)
            : fs.existsSync(file) && ((await loadFreshModule(file)) as Record<string, unknown>)) || {},
        docIds: new Set(pages.filter((page) => page.version === version).map(({docId}) => docId)),
      };
    }),
  );
}

/** Docs in sidebars that do not exist. */
export function sidebarFaults(siteDir: string, {sidebarFile, sidebars, docIds}: Tree): Fault[] {
  return Object.values(sidebars)
    .flatMap(listedDocs)
    .filter((id) => !docIds.has(id))
    .map((id) => unknown(sidebarFile, lineOfName(path.join(siteDir, sidebarFile), id), '文档', id, docIds));
}

/** Sidebars and docs named in the front matter of a doc that do not exist. */
export function pageReferenceFaults(page: Page, trees: readonly Tree[]): Fault[] {
  const tree = trees.find(({version}) => version === page.version);
  if (!tree) {
    return [];
  }
  const {sidebars, docIds} = tree;
  const {file, frontMatter} = page;
  const check = (key: string, what: string, known: readonly string[]) => {
    const name = frontMatter[key];
    return typeof name === 'string' && !known.includes(name)
      ? [unknown(file, page.lineOfKey(key), what, name, known)]
      : [];
  };
  return [
    ...check('displayed_sidebar', '侧边栏', Object.keys(sidebars)),
    ...check('pagination_prev', '文档', [...docIds]),
    ...check('pagination_next', '文档', [...docIds]),
  ];
}

interface NavbarItem {
  type?: string;
  docId?: string;
  sidebarId?: string;
  items?: NavbarItem[];
}

/** Docs and sidebars in the navigation bar that the newest tree does not have, looked up in the site's own files. */
export function navbarFaults(siteDir: string, items: readonly NavbarItem[], newest: Tree): Fault[] {
  const files = [
    'docusaurus.config.ts',
    ...fs.readdirSync(path.join(siteDir, 'src/site')).map((name) => `src/site/${name}`),
  ];
  const locate = (name: string): [string, number | undefined] => {
    for (const file of files) {
      const line = lineOfName(path.join(siteDir, file), name);
      if (line !== undefined) {
        return [file, line];
      }
    }
    return ['docusaurus.config.ts', undefined];
  };
  return items.flatMap((item) => [
    ...((item.type === 'doc' || item.type === 'docsVersion') && item.docId && !newest.docIds.has(item.docId)
      ? [unknown(...locate(item.docId), '文档', item.docId, newest.docIds)]
      : []),
    ...(item.type === 'docSidebar' && item.sidebarId && !(item.sidebarId in newest.sidebars)
      ? [unknown(...locate(item.sidebarId), '侧边栏', item.sidebarId, Object.keys(newest.sidebars))]
      : []),
    ...navbarFaults(siteDir, item.items ?? [], newest),
  ]);
}

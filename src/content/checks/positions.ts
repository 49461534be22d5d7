import fs from 'node:fs';
import path from 'node:path';
import type {Page} from '../pages';
import type {Fault} from './fault';

/** Something that has a place in the sidebar: a page, or a folder with its pages. */
interface Placed {
  folder: string;
  /** File that gives the place. */
  file: string;
  line: number;
  position: unknown;
}

/** The place of a folder: that of its `_category_.json`, else that of its index. */
function placeOfFolder(siteDir: string, folder: string, index: Page | undefined): Placed | undefined {
  const file = `${folder}/_category_.json`;
  const full = path.join(siteDir, file);
  const parent = path.posix.dirname(folder);
  if (fs.existsSync(full)) {
    const {position} = JSON.parse(fs.readFileSync(full, 'utf8')) as {position?: unknown};
    if (position !== undefined) {
      return {folder: parent, file, line: 1, position};
    }
  }
  return index && placeOfPage(index, parent);
}

function placeOfPage(page: Page, folder: string): Placed {
  const key = 'sidebar_position';
  return {folder, file: page.file, line: page.lineOfKey(key), position: page.frontMatter[key]};
}

/**
 * Pages and folders that share a place in the sidebar, where the names of their files would decide which comes first. The
 * index of a folder stands at its head and has no place beside the other pages.
 */
export function positionFaults(siteDir: string, pages: readonly Page[]): Fault[] {
  const docs = pages.filter(({kind, isDraft}) => kind === 'doc' && !isDraft);
  const isIndex = ({file}: Page) => /^index\.mdx?$/.test(path.posix.basename(file));
  const folders = new Set(
    docs.flatMap(({pathInTree, version}) => {
      const parts = path.posix
        .dirname(pathInTree)
        .split('/')
        .filter((part) => part !== '.');
      return parts.map((_, i) => path.posix.join(version!.directory, ...parts.slice(0, i + 1)));
    }),
  );
  const placed = [
    ...docs.filter((page) => !isIndex(page)).map((page) => placeOfPage(page, path.posix.dirname(page.file))),
    ...[...folders].flatMap(
      (folder) =>
        placeOfFolder(
          siteDir,
          folder,
          docs.find((page) => isIndex(page) && path.posix.dirname(page.file) === folder),
        ) ?? [],
    ),
  ];
  const first = new Map<string, Placed>();
  return placed
    .filter(({position}) => typeof position === 'number')
    .flatMap(({folder, file, line, position}) => {
      const key = `${folder} ${String(position)}`;
      const other = first.get(key);
      if (!other) {
        first.set(key, {folder, file, line, position});
        return [];
      }
      return [
        {
          kind: '侧边栏里的次序',
          file,
          line,
          problem: `次序 ${String(position)} 与 ${other.file} 相同`,
          cure: '改其中一个：相同时由文件名决定先后',
        },
      ];
    });
}

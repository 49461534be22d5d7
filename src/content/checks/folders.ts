import fs from 'node:fs';
import path from 'node:path';
import {readJson} from '../json';
import type {Fault} from './fault';
import type {Page} from '../pages';

/** Folders of a tree whose pages are listed under the name of the folder, since no file of theirs and no index page names them. */
export function folderFaults(siteDir: string, pages: readonly Page[]): Fault[] {
  const folders = new Set(
    pages.flatMap(({kind, file, version}) => {
      const folder = path.posix.dirname(file);
      return kind === 'doc' && folder !== version!.directory ? [folder] : [];
    }),
  );
  return [...folders]
    .filter((folder) => !/\/reference\/api(?:\/|$)/.test(folder))
    .filter((folder) => !pages.some(({file}) => /^index\.mdx?$/.test(path.posix.relative(folder, file))))
    .filter(
      (folder) =>
        !['json', 'yml', 'yaml'].some((end) =>
          fs.existsSync(path.join(siteDir, folder, `_category_.${end}`)),
        ),
    )
    .map((folder) => ({
      kind: '没有名称的目录',
      file: folder,
      problem: '侧边栏会显示目录的英文名',
      cure: `加一页 index.md，或新建 ${folder}/_category_.json：{"label": "中文名称", "position": 序号}`,
    }));
}

/** Folders of a tree whose names in the sidebar are the same, on which Docusaurus stops without saying where they stand. */
export function sameNameFaults(siteDir: string, pages: readonly Page[]): Fault[] {
  const folders = new Set(
    pages.flatMap(({kind, file}) => (kind === 'doc' ? [path.posix.dirname(file)] : [])),
  );
  const first = new Map<string, string>();
  return [...folders].sort().flatMap((folder) => {
    const file = `${folder}/_category_.json`;
    const category = readJson<{label?: string; key?: string}>(siteDir, file);
    if (!category) {
      return [];
    }
    const {label, key} = category;
    const version = pages.find((source) => path.posix.dirname(source.file) === folder)!.version!.release;
    const name = `${version} ${key ?? label}`;
    const other = first.get(name);
    first.set(name, other ?? file);
    return other
      ? [
          {
            kind: '目录重名',
            file,
            line: 1,
            problem: `侧边栏里的名称「${label}」与 ${other} 相同`,
            cure: '改其中一个的 label，说出两者的不同',
          },
        ]
      : [];
  });
}

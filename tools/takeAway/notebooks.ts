/** `npm run notebooks`: all notebooks of a version in one archive, with the Python packages that they need. */
import fs from 'node:fs';
import path from 'node:path';
import {strToU8, type Zippable, zipSync} from 'fflate';
import {readPages} from '../../src/content/pages';
import {programFiles} from '../../src/plugins/take-away';
import {getVersion, LATEST} from '../../src/site/versions';
import {isMain} from '../checks/isMain';
import {runCommand} from '../commandLine';
import {readCopying} from './copying';

const USAGE = `用法：npm run notebooks -- [版本] [--out 文件]

把一个版本（默认 ${LATEST.release}）的全部 Notebook 和所需的 requirements.txt 打成一个 zip。
不写 --out 时写到当前目录的 apache-tvm-<版本>-notebooks.zip。
`;

/** The same archive for the same pages. */
const TIME = new Date(1980, 0, 1);

/** The notebooks of a version and what they need, by their paths in the archive. */
export function notebookArchive(root: string, release: string): Record<string, string> {
  const {docsVersion, path: base} = getVersion(release);
  const copying = readCopying(root);
  const pages = readPages(root).filter((page) => page.version?.docsVersion === docsVersion && !page.isDraft);
  const notebooks = pages.flatMap((page) => {
    const {'.ipynb': notebook} = programFiles(copying(page), page);
    return notebook === undefined ? [] : [[page.pathInTree.replace(/\.mdx?$/, '.ipynb'), notebook] as const];
  });
  if (notebooks.length === 0) {
    throw new Error(`版本 ${release}（${base}）没有可以导出的页面`);
  }
  const requirements = fs.readFileSync(path.join(root, `examples/requirements-${release}.txt`), 'utf8');
  return {'requirements.txt': requirements, ...Object.fromEntries(notebooks)};
}

if (isMain(__filename)) {
  const options = {out: {type: 'string'}} as const;
  runCommand({usage: USAGE, options, takesWords: true}, ({values, positionals}) => {
    const {release} = getVersion(positionals[0] ?? LATEST.release);
    const name = `apache-tvm-${release}-notebooks`;
    const files = Object.entries(notebookArchive(process.cwd(), release));
    const entries: Zippable = Object.fromEntries(
      files.map(([file, text]) => [`${name}/${file}`, [strToU8(text), {mtime: TIME}]]),
    );
    const archive = zipSync(entries, {level: 9});
    const out = values.out ?? `${name}.zip`;
    fs.writeFileSync(out, archive);
    console.log(`${out}：${files.length - 1} 个 Notebook，${(archive.length / 1e6).toFixed(1)} MB`);
  });
}

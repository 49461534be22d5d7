/** `npm run claims`: lists what runs do not check on a page, for a reader who tries to refute it. */
import fs from 'node:fs';
import path from 'node:path';
import {runCommand, UsageError} from '../commandLine';
import {LATEST, VERSIONS} from '../../src/site/versions';
import {readExamplePages, readSources, type ExamplePage} from '../examples/pages';
import {selectPages} from '../examples/options';
import {formatTable} from '../examples/progress';
import {TaggedSource} from '../sources/tags';
import {formatWorklist, CLAIM_KINDS, listClaims, prepare, type Searched, type Worklist} from './claims';
import {Corpus} from './corpus';

const USAGE = `用法：npm run claims -- --tvm 目录 页面…

列出页面上运行核对不到、要对照源代码读的地方。它不作判断，只说该读什么。

  页面         路径或它的结尾，如 docs/tutorial/quick_start.md，可写几个
  --all        数一数所有页面，每页一行
  --version 版本  与 --all 一起：只数这个版本的页面
  --tvm 目录   有发布标签的 TVM 克隆
  --site 目录  站点的根目录，默认当前目录
`;

/** The page of the newest version at the same place in its tree. */
function newestOf(root: string, {path: file, version}: ExamplePage): string | undefined {
  const own = VERSIONS.find(({release}) => release === version)!.directory;
  const twin = path.join(root, LATEST.directory, file.slice(own.length + 1));
  return version !== LATEST.release && file.startsWith(`${own}/`) && fs.existsSync(twin)
    ? fs.readFileSync(twin, 'utf8')
    : undefined;
}

function countTable(lists: ReadonlyMap<string, Worklist>): string {
  const kinds = Object.keys(CLAIM_KINDS) as (keyof typeof CLAIM_KINDS)[];
  const rows = [...lists].map(([file, list]) => [file, ...kinds.map((kind) => String(list[kind].length))]);
  const sums = kinds.map((kind) =>
    String([...lists.values()].reduce((sum, list) => sum + list[kind].length, 0)),
  );
  return formatTable([['页面', ...Object.values(CLAIM_KINDS)], ...rows, [`合计 ${rows.length} 页`, ...sums]]);
}

const OPTIONS = {
  tvm: {type: 'string'},
  all: {type: 'boolean', default: false},
  version: {type: 'string'},
  site: {type: 'string', default: process.cwd()},
} as const;

runCommand({usage: USAGE, options: OPTIONS, takesWords: true}, ({values, positionals}) => {
  if (!values.tvm || (positionals.length === 0 && !values.all)) {
    throw new UsageError('要写 --tvm 目录，以及页面或 --all');
  }
  const root = path.resolve(values.site);
  const pages = readExamplePages(root, selectPages(readSources(root), positionals)).pages.filter(
    ({version}) => values.version === undefined || version === values.version,
  );
  const tags = new TaggedSource(values.tvm);
  const lists = new Map<string, Worklist>();
  for (const release of new Set(pages.map(({version}) => version))) {
    const searched: Searched = prepare(Corpus.read(tags, release));
    for (const page of pages.filter(({version}) => version === release)) {
      lists.set(page.path, listClaims(page.markdown, searched, newestOf(root, page)));
    }
  }
  console.log(
    values.all
      ? countTable(lists)
      : [...lists].map(([file, list]) => formatWorklist(file, list)).join('\n\n'),
  );
});

/** `npm run bench`: measures the site; writes what it finds to `bench/<step>.json`, and tables of it to `bench/results.md`. */
import fs from 'node:fs';
import path from 'node:path';
import {nearest} from '../../src/site/nearest';
import {runCommand, UsageError} from '../commandLine';
import {serveSite} from '../server';
import {benchBuild, buildSite} from './build';
import {benchLighthouse} from './lighthouse';
import {benchLoad} from './load';
import {benchNavigation} from './navigation';
import {benchPreview} from './preview';
import * as tables from './report';
import {type Row, writeResults, writeSummary} from './results';
import {benchSearch} from './search';
import {benchTransfer} from './transfer';

/** What the steps measure, and how. */
interface Bench {
  /** Folder of the site that is measured, which keeps the results. */
  siteDir: string;
  /** Folder of another build of the site, to measure in turn with it. */
  against?: string;
  runs: number;
}

interface Step {
  about: string;
  /** Whether it reads the built site. */
  readsBuild: boolean;
  measure(bench: Bench): Promise<unknown>;
  table(results: unknown): Row[];
}

/** Pages of each kind: home, a page, pages with much code, a long one, an older one, a post. */
const PAGES = [
  '/',
  '/docs/install',
  '/docs/tutorial/quick_start',
  '/docs/tutorial/tensor_expr',
  '/docs/tutorial/uma',
  '/docs/how_to/errors',
  '/docs/reference/api/python/topi/tensor',
  '/docs/0.10.0/tutorial/quick_start',
  '/blog',
];
const PREVIEWED = {file: 'docs/install/index.md', address: '/docs/install'};
const FIRST_READ = '/docs/tutorial/quick_start';
/** Home, a page, long ones. */
const WEIGHED = ['/', FIRST_READ, '/docs/how_to/errors', '/docs/reference/api/python/relay/nn'];
const USUAL = ['build', 'transfer', 'navigation', 'preview'];

async function withServer<T>({siteDir}: Bench, measure: (origin: string) => Promise<T>): Promise<T> {
  const server = await serveSite(path.join(siteDir, 'build'));
  return measure(server.origin).finally(() => server.close());
}

function step<T>(
  about: string,
  measure: (bench: Bench) => Promise<T>,
  table: (results: T) => Row[],
  readsBuild = false,
): Step {
  return {about, measure, table: (results) => table(results as T), readsBuild};
}

const STEPS: Record<string, Step> = {
  build: step('构建：无缓存、有缓存', ({siteDir}) => benchBuild(siteDir), tables.buildTable),
  transfer: step(
    '首次访问传输的字节和元素个数',
    (bench) => withServer(bench, (origin) => benchTransfer(origin, PAGES)),
    tables.transferTable,
    true,
  ),
  navigation: step(
    '处理器慢 4 倍时从一页到下一页，以及预取的字节',
    (bench) => withServer(bench, (origin) => benchNavigation(origin, FIRST_READ)),
    tables.navigationTable,
    true,
  ),
  preview: step(
    '预览：启动到第一页，保存到显示',
    ({siteDir}) => benchPreview(siteDir, PREVIEWED.file, PREVIEWED.address),
    tables.previewTable,
  ),
  lighthouse: step(
    'Lighthouse，手机，模拟的慢网和慢处理器',
    ({siteDir, against, runs}) =>
      benchLighthouse(
        {本站: path.join(siteDir, 'build'), ...(against && {[path.basename(path.dirname(against))]: against})},
        WEIGHED,
        runs,
        path.join(siteDir, '.cache/bench'),
      ),
    tables.lighthouseTable,
    true,
  ),
  load: step('nginx 半分钟里能答多少请求', ({siteDir}) => benchLoad(siteDir), tables.loadTable, true),
  search: step(
    '搜索：索引和查询',
    ({siteDir}) => benchSearch(siteDir),
    tables.searchTable,
    true,
  ),
};

const USAGE = `用法：npm run bench [-- 选项] [步骤…]

测量站点，结果写进 bench/。不写步骤时是 ${USUAL.join('、')}。

  --built         站点已经构建好，不再构建
  --against 目录  lighthouse 同时测另一份构建，与本站轮流
  --runs N        lighthouse 每页测几次，默认 5

步骤：
${Object.entries(STEPS)
  .map(([name, {about}]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}
`;

const OPTIONS = {
  built: {type: 'boolean', default: false},
  against: {type: 'string'},
  runs: {type: 'string', default: '5'},
} as const;

function countPages(siteDir: string): number {
  const trees = ['docs', 'versioned_docs'].map((name) => path.join(siteDir, name));
  return trees
    .flatMap((tree) => fs.readdirSync(tree, {recursive: true, encoding: 'utf8'}))
    .filter((name) => /\.mdx?$/.test(name)).length;
}

runCommand({usage: USAGE, options: OPTIONS, takesWords: true}, async ({values, positionals}) => {
  const unknown = positionals.find((name) => !(name in STEPS));
  if (unknown !== undefined) {
    const [near] = nearest(unknown, Object.keys(STEPS));
    throw new UsageError(`没有步骤「${unknown}」${near ? `；要的也许是 ${near}` : ''}`);
  }
  const siteDir = process.cwd();
  const against = values.against && path.resolve(values.against);
  if (against && !fs.existsSync(path.join(against, 'index.html'))) {
    throw new UsageError(`${values.against} 里没有 index.html：--against 要一份构建的目录`);
  }
  const runs = Number(values.runs);
  if (!(runs >= 1)) {
    throw new UsageError(`--runs 要一个正整数，不是「${values.runs}」`);
  }
  let isBuilt = values.built;
  for (const name of positionals.length > 0 ? positionals : USUAL) {
    const {about, readsBuild, measure, table} = STEPS[name]!;
    console.log(`\n── ${name}：${about} ──`);
    if (readsBuild && !isBuilt) {
      await buildSite(siteDir);
    }
    isBuilt ||= readsBuild || name === 'build';
    const results = await measure({siteDir, against, runs});
    console.table(table(results));
    writeResults(siteDir, name, countPages(siteDir), results);
    writeSummary(siteDir, STEPS);
  }
  console.log('写入 bench/');
});

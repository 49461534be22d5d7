/** `npm run bench`: measures the site; writes what it finds to `bench/<step>.json`, and tables of it to `bench/results.md`. */
import fs from 'node:fs';
import path from 'node:path';
import {nearest} from '../../src/site/nearest';
import {runCommand, UsageError} from '../commandLine';
import {serveSite} from '../server';
import {benchBuild, benchPairedBuilds, buildSite} from './build';
import {benchCompare, type Compared, SITES} from './compare';
import {benchLoad} from './load';
import {benchMeasures} from './measures';
import {benchNavigation} from './navigation';
import {layOutStock} from './peers/docusaurus';
import {benchPreview} from './preview';
import * as tables from './report';
import {readBenchResults, type Row, writeResults, writeSummary} from './results';
import {benchSearch} from './search';
import {benchTransfer} from './transfer';

/** What the steps measure, and how. */
interface Bench {
  /** Folder of the site that is measured, which keeps the results. */
  siteDir: string;
  /** Folder for other sites. */
  work: string;
  sites: string[];
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
  compare: step(
    '与原样的 Docusaurus、VitePress、Starlight 并排：字节、元素、Lighthouse',
    async (bench) => {
      const earlier = readBenchResults(bench.siteDir, 'compare') as Compared[] | undefined;
      const now = await benchCompare(bench);
      // What was not chosen stays as it was measured last.
      return [...now, ...(earlier ?? []).filter(({name}) => !now.some((site) => site.name === name))];
    },
    tables.compareTable,
    true,
  ),
  pairs: step(
    '与原样的 Docusaurus 交替构建',
    ({siteDir, work, runs}) => benchPairedBuilds(siteDir, layOutStock(siteDir, work), runs),
    tables.pairsTable,
  ),
  measures: step(
    '逐个去掉 src/speed 里的做法：脚本、慢手机上画出来和能应答的时间',
    ({siteDir, work, runs}) => benchMeasures(siteDir, work, runs),
    tables.measuresTable,
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

  --built       站点已经构建好，不再构建
  --sites 名称  compare 比较哪些站点，逗号分隔，默认 ${Object.keys(SITES).join(',')}
  --runs N      pairs 和 measures 各测几次，默认 5

步骤：
${Object.entries(STEPS)
  .map(([name, {about}]) => `  ${name.padEnd(12)}${about}`)
  .join('\n')}
`;

const OPTIONS = {
  built: {type: 'boolean', default: false},
  sites: {type: 'string', default: Object.keys(SITES).join(',')},
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
  const [sites, runs] = [values.sites.split(','), Number(values.runs)];
  const work = path.join(siteDir, '.cache/bench');
  let isBuilt = values.built;
  for (const name of positionals.length > 0 ? positionals : USUAL) {
    const {about, readsBuild, measure, table} = STEPS[name]!;
    console.log(`\n── ${name}：${about} ──`);
    if (readsBuild && !isBuilt) {
      await buildSite(siteDir);
    }
    isBuilt ||= readsBuild || name === 'build' || name === 'pairs';
    const results = await measure({siteDir, work, sites, runs});
    console.table(table(results));
    writeResults(siteDir, name, countPages(siteDir), results);
    writeSummary(siteDir, STEPS);
  }
  console.log('写入 bench/');
});

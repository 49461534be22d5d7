/**
 * Measures the site; writes what it finds to `bench/<step>.json`, and tables of it to `bench/results.md`.
 *
 * usage: tsx tools/bench/index.ts [--built] [--sites site,stock,vitepress,starlight] [--runs 5] [step ...]
 */
import fs from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
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

interface Options {
  steps: string[];
  /** Whether the site is built. */
  built: boolean;
  sites: string[];
  runs: number;
}

function readOptions(): Options {
  const {values, positionals} = parseArgs({
    options: {
      built: {type: 'boolean', default: false},
      sites: {type: 'string', default: Object.keys(SITES).join(',')},
      runs: {type: 'string', default: '5'},
    },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !(name in STEPS));
  if (unknown.length > 0) {
    const known = Object.entries(STEPS).map(([name, {about}]) => `  ${name}：${about}`);
    throw new Error(`没有步骤 ${unknown.join('、')}。可选：\n${known.join('\n')}`);
  }
  return {
    ...values,
    steps: positionals.length > 0 ? positionals : USUAL,
    sites: values.sites.split(','),
    runs: Number(values.runs),
  };
}

function countPages(siteDir: string): number {
  const trees = ['docs', 'versioned_docs'].map((name) => path.join(siteDir, name));
  return trees
    .flatMap((tree) => fs.readdirSync(tree, {recursive: true, encoding: 'utf8'}))
    .filter((name) => /\.mdx?$/.test(name)).length;
}

async function main(): Promise<void> {
  const siteDir = process.cwd();
  const {steps, built, sites, runs} = readOptions();
  const work = path.join(siteDir, '.cache/bench');
  let isBuilt = built;
  for (const name of steps) {
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
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import {type Browser, type BrowserContext, chromium, type Page, type Request} from 'playwright-core';
import {BROWSER_ARGS, requireBrowser} from '../browser';
import {serveSite} from '../server';
import {BUNDLES_PATH} from '../../src/site/searchBundles';
import {INDEX_CACHE} from '../../src/plugins/search/indexCache';
import {buildSite, FULL_SIZE, makeFullSizeSite} from './fixture';
import {measureRun} from './process';
import {median} from './results';

/** What a query costs: compressed bytes over the wire, and milliseconds until its answer is on the page. */
export interface QueryCost {
  bytes: number;
  milliseconds: number;
}

/** What search costs a site of so many versions; of queries the median. */
export interface SearchCost {
  versions: number;
  pages: number;
  /** Time to index the built pages. */
  indexSeconds: number;
  /** Size of the indexes of all versions. */
  indexBytes: number;
  indexFiles: number;
  /** The dialog, when it opens for the first time; the search page has no need of it. */
  opening: QueryCost;
  firstQuery: QueryCost;
  laterQuery: QueryCost;
}

/** Queries of each kind that readers write; the first of a visit and later ones are different. */
const FIRST = [
  '算子融合',
  '部署的机器不需要编译器',
  'relay.build',
  'autotmv',
  'Cannot allocate memory symbolic tensor shape',
  '归约轴',
  'AutoTVM 模板怎么写',
  'foldconstant',
  '只构建运行时',
  'GPU 线程',
  'te.compute',
  'grpah_executor',
  'sudo: command not found',
  '数据布局',
  '三个版本有什么差别',
  'TVMCModel',
  'libtvm_runtime 部署',
  '寄存器',
  'Well-formedness check failed',
  'vm.VirtualMachine',
];
const LATER = [
  '旋钮',
  '调优以后变慢',
  'tir.Schedule',
  'cmkae',
  'failed to infer the model format',
  '代码生成',
  'RPC 上传模型',
  'reverse_compute_at',
  '申请设备一直等',
  'LLVM 版本',
  'te.thread_axis',
  'cahce_write',
  'invalid conversion from void',
  '广播',
  '接着上次的记录',
  'XGBTuner',
  'Windows 安装',
  '谓词',
  'too many values to unpack',
  'export_library',
];

const LIMIT_MS = 60_000;
/** Pause of a reader, in which the page does what need not be there with an answer. */
const PAUSE_MS = 500;

/** Visits a page and gives a function that does something there and tells what that costs. */
async function visit(context: BrowserContext, url: string) {
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(url);
  await page.locator('html[data-has-hydrated="true"]').waitFor({timeout: LIMIT_MS});
  await page.waitForLoadState('networkidle');
  return async (act: (page: Page) => Promise<number>): Promise<QueryCost> => {
    requests.length = 0;
    const milliseconds = await act(page);
    await page.waitForTimeout(PAUSE_MS);
    // Pages that the answer links to are fetched ahead; that is no cost of search.
    const own = requests.filter((request) => request.resourceType() !== 'other');
    const sizes = await Promise.all(own.map(transferred));
    return {bytes: sizes.reduce((sum, size) => sum + size, 0), milliseconds};
  };
}

/** Bytes of an answer over the wire. */
async function transferred(request: Request): Promise<number> {
  const {responseHeadersSize, responseBodySize} = await request.sizes();
  // The browser tells nothing of the script of a worker.
  const body = responseBodySize || zlib.gzipSync(await (await request.response())!.body()).length;
  return responseHeadersSize + body;
}

/** Opens the dialog and waits until its field is there. */
function timeOpening(page: Page): Promise<number> {
  return page.evaluate(
    (limit) =>
      new Promise<number>((resolve, reject) => {
        const started = performance.now();
        new MutationObserver((_, observer) => {
          if (document.querySelector('.DocSearch-Input')) {
            observer.disconnect();
            resolve(performance.now() - started);
          }
        }).observe(document.body, {subtree: true, childList: true});
        setTimeout(() => reject(new Error('搜索框没有打开')), limit);
        window.dispatchEvent(new KeyboardEvent('keydown', {key: '/'}));
      }),
    LIMIT_MS,
  );
}

/** Writes a query into the field and waits until the page shows the answer to it. */
function timeAnswer(page: Page, query: string): Promise<number> {
  return page.evaluate(
    ([asked, limit]) =>
      new Promise<number>((resolve, reject) => {
        const main = document.querySelector('main')!;
        const started = performance.now();
        new MutationObserver((_, observer) => {
          const status = main.querySelector('[role=status]')!.textContent!;
          const shown = main.querySelector<HTMLInputElement>('input[name=q]')!.defaultValue;
          if (shown === asked && /个结果|未找到/.test(status)) {
            observer.disconnect();
            resolve(performance.now() - started);
          }
        }).observe(main, {subtree: true, childList: true, characterData: true});
        setTimeout(() => reject(new Error(`没有回答：${asked}`)), limit);
        const field = main.querySelector<HTMLInputElement>('input[name=q]')!;
        field.value = asked;
        field.form!.requestSubmit();
      }),
    [query, LIMIT_MS] as const,
  );
}

function medianCost(costs: readonly QueryCost[]): QueryCost {
  return {
    bytes: Math.round(median(costs.map(({bytes}) => bytes))),
    milliseconds: Math.round(median(costs.map(({milliseconds}) => milliseconds))),
  };
}

async function measureQueries(
  browser: Browser,
  origin: string,
): Promise<Pick<SearchCost, 'opening' | 'firstQuery' | 'laterQuery'>> {
  const opening: QueryCost[] = [];
  const first: QueryCost[] = [];
  for (const query of FIRST) {
    // What a visitor has fetched is no cost any more, so each is another one.
    const context = await browser.newContext({locale: 'zh-CN'});
    opening.push(await (await visit(context, `${origin}/docs`))(timeOpening));
    await context.close();
    const another = await browser.newContext({locale: 'zh-CN'});
    first.push(await (await visit(another, `${origin}/search`))((page) => timeAnswer(page, query)));
    await another.close();
  }
  const context = await browser.newContext({locale: 'zh-CN'});
  const measure = await visit(context, `${origin}/search`);
  await measure((page) => timeAnswer(page, FIRST[0]!));
  const later: QueryCost[] = [];
  for (const query of LATER) {
    later.push(await measure((page) => timeAnswer(page, query)));
  }
  await context.close();
  return {opening: medianCost(opening), firstQuery: medianCost(first), laterQuery: medianCost(later)};
}

/** Files below a folder with their sizes. */
function filesOf(folder: string): {file: string; size: number}[] {
  return fs
    .readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .map((name) => ({file: path.join(folder, name), stat: fs.statSync(path.join(folder, name))}))
    .filter(({stat}) => stat.isFile())
    .map(({file, stat}) => ({file, size: stat.size}));
}

/** Paths of the pages that the indexes of a built site cover. */
function indexedPages(folder: string): string[] {
  const records = filesOf(folder).filter(({file}) => /[\\/]records[\\/]\w+[\\/]\d+\.json$/.test(file));
  const urls = records
    .flatMap(({file}) => JSON.parse(fs.readFileSync(file, 'utf8')) as {url: string}[])
    .map(({url}) => url);
  return [...new Set(urls.map((url) => url.split('#')[0]!))];
}

/** Indexes pages with the code of their own site, which knows its versions; it leaves its seconds beside itself. */
const INDEXER = `import fs from 'node:fs';
import path from 'node:path';
import {indexSite} from './src/plugins/search/indexSite';

const site = {siteDir: __dirname, outDir: path.join(__dirname, 'build'), baseUrl: '/'};
const started = performance.now();
void indexSite(site, JSON.parse(fs.readFileSync('paths.json', 'utf8'))).then(() =>
  fs.writeFileSync('seconds.json', String((performance.now() - started) / 1000)),
);
`;

async function timeIndexing(siteDir: string, paths: readonly string[]): Promise<number> {
  fs.rmSync(path.join(siteDir, INDEX_CACHE), {recursive: true, force: true});
  fs.writeFileSync(path.join(siteDir, 'paths.json'), JSON.stringify(paths));
  fs.writeFileSync(path.join(siteDir, 'indexer.ts'), INDEXER);
  await measureRun(['node_modules/tsx/dist/cli.mjs', 'indexer.ts'], siteDir);
  return Number(fs.readFileSync(path.join(siteDir, 'seconds.json'), 'utf8'));
}

/** Measures the search of a built site that was laid out for it; its pages are indexed again for that. */
async function measureSite(siteDir: string, versions: number): Promise<SearchCost> {
  const outDir = path.join(siteDir, 'build');
  const folder = path.join(outDir, BUNDLES_PATH);
  const paths = indexedPages(folder);
  fs.rmSync(folder, {recursive: true});
  const indexSeconds = await timeIndexing(siteDir, paths);
  const files = filesOf(folder);
  const server = await serveSite(outDir);
  const browser = await chromium.launch({executablePath: requireBrowser(), args: BROWSER_ARGS});
  try {
    return {
      versions,
      pages: paths.length,
      indexSeconds,
      indexBytes: files.reduce((sum, {size}) => sum + size, 0),
      indexFiles: files.length,
      ...(await measureQueries(browser, server.origin)),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Measures search on sites of full size, with as many versions as asked. */
export async function benchSearch(siteDir: string, counts: readonly number[]): Promise<SearchCost[]> {
  const results: SearchCost[] = [];
  for (const versions of counts) {
    const target = fs.mkdtempSync(path.join(os.tmpdir(), 'search-bench-'));
    try {
      await makeFullSizeSite({...FULL_SIZE, versions, siteDir, target});
      await buildSite(target);
      results.push(await measureSite(target, versions));
    } finally {
      fs.rmSync(target, {recursive: true, force: true});
    }
  }
  return results;
}

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import {type Browser, chromium, type Request} from 'playwright-core';
import {BROWSER_ARGS, requireBrowser} from '../browser';
import {serveSite} from '../server';
import {BUNDLES_PATH} from '../../src/site/searchBundles';
import {INDEX_CACHE} from '../../src/plugins/search/indexCache';
import {buildSite, FULL_SIZE, makeFullSizeSite} from './fixture';
import {measureRun} from './process';
import {median} from './results';
import {openUnobserved} from './unobserved';

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

/** Something that a visitor does on a page; it gives milliseconds. It runs in the page, so that it stands alone. */
type Act<T extends unknown[]> = (...values: [...T, number]) => Promise<number>;

/** A page on which things are done, each of which tells what it costs. */
interface Visit {
  act<T extends unknown[]>(act: Act<T>, ...values: T): Promise<QueryCost>;
  close(): Promise<void>;
}

const HYDRATED = 'html[data-has-hydrated="true"]';

/** Waits in the page until its code runs and until nothing has been fetched for a while. */
function settle(selector: string, limit: number): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const fetched = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration);
      const quiet = document.querySelector(selector) && now - Math.max(...fetched) > 500;
      if (quiet || now - started > limit) {
        clearInterval(timer);
        if (quiet) {
          resolve(now - started);
        } else {
          reject(new Error('页面没有打开'));
        }
      }
    }, 100);
  });
}

/** Visits a page as a new visitor, once for its bytes and once for its times, which watching the requests would change. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({locale: 'zh-CN'});
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(url);
  await page.locator(HYDRATED).waitFor({timeout: LIMIT_MS});
  await page.waitForLoadState('networkidle');
  const timed = await openUnobserved(browser, url);
  const call = (act: unknown, ...values: unknown[]) =>
    `(${String(act)})(${values.map((value) => JSON.stringify(value)).join()})`;
  await timed.evaluate(call(settle, HYDRATED, LIMIT_MS));
  return {
    async act(act, ...values) {
      requests.length = 0;
      const expression = call(act, ...values, LIMIT_MS);
      await page.evaluate(expression);
      await page.waitForTimeout(PAUSE_MS);
      // Pages that the answer links to are fetched ahead; that is no cost of search.
      const own = requests.filter((request) => request.resourceType() !== 'other');
      const sizes = await Promise.all(own.map(transferred));
      const milliseconds = await timed.evaluate(expression);
      await page.waitForTimeout(PAUSE_MS);
      return {bytes: sizes.reduce((sum, size) => sum + size, 0), milliseconds};
    },
    async close() {
      await timed.close();
      await context.close();
    },
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
function timeOpening(limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    new MutationObserver((_, observer) => {
      if (document.querySelector('.DocSearch-Input')) {
        observer.disconnect();
        resolve(performance.now() - started);
      }
    }).observe(document.body, {subtree: true, childList: true});
    setTimeout(() => reject(new Error('搜索框没有打开')), limit);
    window.dispatchEvent(new KeyboardEvent('keydown', {key: '/'}));
  });
}

/** Writes a query into the field and waits until the page shows the answer to it. */
function timeAnswer(query: string, limit: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const main = document.querySelector('main')!;
    const started = performance.now();
    new MutationObserver((_, observer) => {
      const status = main.querySelector('[role=status]')!.textContent!;
      const shown = main.querySelector<HTMLInputElement>('input[name=q]')!.defaultValue;
      if (shown === query && /个结果|未找到/.test(status)) {
        observer.disconnect();
        resolve(performance.now() - started);
      }
    }).observe(main, {subtree: true, childList: true, characterData: true});
    setTimeout(() => reject(new Error(`没有回答：${query}`)), limit);
    const field = main.querySelector<HTMLInputElement>('input[name=q]')!;
    field.value = query;
    field.form!.requestSubmit();
  });
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
    const page = await visit(browser, `${origin}/docs`);
    opening.push(await page.act(timeOpening));
    await page.close();
    const search = await visit(browser, `${origin}/search`);
    first.push(await search.act(timeAnswer, query));
    await search.close();
  }
  const search = await visit(browser, `${origin}/search`);
  await search.act(timeAnswer, FIRST[0]!);
  const later: QueryCost[] = [];
  for (const query of LATER) {
    later.push(await search.act(timeAnswer, query));
  }
  await search.close();
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

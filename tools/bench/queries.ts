import zlib from 'node:zlib';
import type {Browser, Request} from 'playwright-core';
import {median} from './results';

/** What a query costs: compressed bytes over the wire, and milliseconds until its answer is on the page. */
export interface QueryCost {
  bytes: number;
  milliseconds: number;
}

/** Of queries, and of as many openings of the dialog, the median. */
export interface QueryCosts {
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

/** Visits a page as a new visitor; the requests that are counted make its times a little longer than a reader's. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({locale: 'zh-CN'});
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(url);
  await page.locator(HYDRATED).waitFor({timeout: LIMIT_MS});
  await page.waitForLoadState('networkidle');
  return {
    async act(act, ...values) {
      requests.length = 0;
      const args = [...values, LIMIT_MS].map((value) => JSON.stringify(value)).join();
      const milliseconds = await page.evaluate<number>(`(${String(act)})(${args})`);
      await page.waitForTimeout(PAUSE_MS);
      // Pages that the answer links to are fetched ahead; that is no cost of search.
      const own = requests.filter((request) => request.resourceType() !== 'other');
      const sizes = await Promise.all(own.map(transferred));
      return {bytes: sizes.reduce((sum, size) => sum + size, 0), milliseconds};
    },
    close: () => context.close(),
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

/**
 * Asks a site whose search was built what readers ask.
 *
 * @param origin its address, without a slash at its end
 */
export async function measureQueries(browser: Browser, origin: string): Promise<QueryCosts> {
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

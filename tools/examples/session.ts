import {readRecords} from '../../src/content/exampleRecords';
import type {Inventory} from '../../src/content/inventory';
import {recordKey} from '../../src/site/examples';
import {staleReason} from './audit';
import {EnvironmentProblem, openEnvironment, type PythonEnvironment, pythonVariables} from './environments';
import {readInventory} from '../../src/content/inventory';
import {formatMissing, lookAt, missingNeeds, readPageNeeds} from './needs';
import type {Options} from './options';
import type {ExamplePage} from './pages';
import {formatProblem} from './problems';
import {ProgressBar} from './progress';
import {updateRecords} from './results';
import {runPage, type PageOutcome} from './run';
import {detectIsolation, type Isolation, type SandboxEvent} from './sandbox';
import {helpOf, type HelpSource} from './tvmc';

const EXPECTED_SECONDS = 20;

/** An environment with what its pages are checked against. */
export interface Ready {
  environment: PythonEnvironment;
  inventory: Inventory | undefined;
  help: HelpSource;
}

export interface SessionOutcome {
  outcomes: PageOutcome[];
  /** Pages whose environment can't be used, or whose needs this machine does not meet. */
  notRun: ExamplePage[];
  /** Something beside the pages went wrong, e.g. the wrong TVM. */
  failed: boolean;
}

/** Pages that their record does not vouch for: changed since, never run, failed, or, if asked for, never varied. */
export function changedPages(root: string, pages: readonly ExamplePage[], vary = false): ExamplePage[] {
  const results = new Map(
    [...new Set(pages.map((p) => p.version))].map((v) => [v, readRecords(root, v).pages]),
  );
  return pages.filter((page) => {
    const record = results.get(page.version)?.[recordKey(page.path)];
    const passed = record?.fences.every((f) => f.result !== 'failed' && f.result !== 'skipped');
    return !passed || staleReason(page, record) !== undefined || (vary && !record?.varied);
  });
}

const ISOLATION_NOTES: Record<Isolation, string> = {
  namespace: '隔离：Linux 命名空间（除回环外没有网络，页面的目录以外只读）',
  guard: '隔离：这里不允许 unshare，只在 Python 层拦截网络和目录以外的写入，C++ 和子进程不受限',
};

async function chooseIsolation(wanted: Options['isolation'], interpreter: string): Promise<Isolation> {
  if (wanted === 'guard') {
    return wanted;
  }
  const granted = await detectIsolation(interpreter);
  if (wanted === 'namespace' && granted !== wanted) {
    throw new Error('这里不允许 unshare，建不了命名空间。办法：以 root 或允许用户命名空间的账户运行，或用 --isolation guard');
  }
  return granted;
}

/** Finds the environments of the pages; says of each that can't be used why, and what to do. */
async function openAll(pages: readonly ExamplePage[], options: Options): Promise<[Map<string, Ready>, boolean]> {
  const ready = new Map<string, Ready>();
  let failed = false;
  for (const name of [...new Set(pages.map((page) => page.environment))]) {
    const own = pages.filter((page) => page.environment === name);
    const {version} = own[0];
    try {
      const environment = await openEnvironment(options.root, name, version, process.env);
      environment.differences.forEach((text) => console.error(`注意：环境 ${name}：${text}`));
      const inventory = readInventory(options.root, version);
      if (!inventory) {
        console.error(`注意：没有 data/api/${version}.json，不检查没有运行的代码里的名称`);
      }
      ready.set(name, {environment, inventory, help: helpOf(environment)});
    } catch (error) {
      if (!(error instanceof EnvironmentProblem)) {
        throw error;
      }
      const tolerated = options.available && error.missing;
      console.error(tolerated ? `略过 ${own.length} 页：${error.message}` : error.message);
      failed ||= !tolerated;
    }
  }
  return [ready, failed];
}

function reportPage(bar: ProgressBar, {page, record, problems, written, seconds}: PageOutcome): void {
  const executed = record.fences.filter((f) => f.result === 'ok').length;
  const notes = `${seconds} 秒，执行 ${executed}/${record.fences.length} 段${written ? `，写入 ${written} 处输出` : ''}`;
  bar.print(`${problems.length > 0 ? '✗' : '✓'} ${page.path}（${notes}）`);
  problems.forEach((problem) => bar.print(formatProblem(problem)));
}

/** Those of the pages whose needs are met here; of the others it says what is missing. */
async function pagesWithNeeds(pages: readonly ExamplePage[], ready: ReadonlyMap<string, Ready>, root: string): Promise<ExamplePage[]> {
  const runnable: ExamplePage[] = [];
  for (const page of pages) {
    const {environment} = ready.get(page.environment)!;
    const look = lookAt(pythonVariables(environment.interpreter, process.env).PATH!);
    const missing = missingNeeds(await readPageNeeds(root, page), environment, look);
    if (missing.length === 0) {
      runnable.push(page);
    } else {
      console.error(formatMissing(page.path, missing));
    }
  }
  return runnable;
}

/**
 * Runs the pages whose environment can be used and whose needs are met, and records each as soon as it is done. A page
 * that can't be run is a failure unless only what is available was asked for.
 */
export async function runPages(
  pages: readonly ExamplePage[],
  options: Options,
  signal: AbortSignal,
): Promise<SessionOutcome> {
  const [ready, unusable] = await openAll(pages, options);
  const opened = pages.filter((page) => ready.has(page.environment));
  const queue = await pagesWithNeeds(opened, ready, options.root);
  const notRun = pages.filter((page) => !queue.includes(page));
  const lacking = !options.available && queue.length < opened.length;
  const outcome = await runQueue(queue, ready, options, signal);
  return {...outcome, notRun, failed: outcome.failed || unusable || lacking};
}

/** Runs pages in environments that are ready, as many at a time as the options say. */
export async function runQueue(
  pages: readonly ExamplePage[],
  ready: ReadonlyMap<string, Ready>,
  options: Pick<Options, 'root' | 'jobs' | 'write' | 'timeoutSeconds' | 'memoryGiB' | 'isolation'> &
    Partial<Pick<Options, 'vary' | 'measure'>>,
  signal: AbortSignal,
): Promise<SessionOutcome> {
  const outcome: SessionOutcome = {outcomes: [], notRun: [], failed: false};
  const [first] = ready.values();
  if (!first || pages.length === 0) {
    return outcome;
  }
  const isolation = await chooseIsolation(options.isolation, first.environment.interpreter);
  console.error(ISOLATION_NOTES[isolation]);
  const expected = new Map(pages.map((page) => [page.path, EXPECTED_SECONDS]));
  const bar = new ProgressBar(expected, options.jobs, process.stderr);
  const limits = {timeoutSeconds: options.timeoutSeconds, memoryBytes: options.memoryGiB * 2 ** 30};
  const runOne = async (page: ExamplePage): Promise<void> => {
    const onEvent = (event: SandboxEvent) => {
      if (event.event === 'start') {
        bar.fence(page.path, event.index + 1);
      }
    };
    const own = ready.get(page.environment) as Ready;
    bar.start(page.path, page.code.length);
    try {
      const {write, measure, vary} = options;
      const previous = readRecords(options.root, page.version).pages[recordKey(page.path)];
      const result = await runPage(page, {...own, isolation, limits, write, measure, vary, previous, signal, onEvent});
      if (result) {
        updateRecords(options.root, page.version, {[recordKey(page.path)]: result.record});
        outcome.outcomes.push(result);
        reportPage(bar, result);
      }
    } catch (error) {
      outcome.failed = true;
      bar.print(`✗ ${page.path}：${(error as Error).message}`);
    }
    bar.finish(page.path);
  };
  const queue = [...pages];
  const work = async (): Promise<void> => {
    for (let page = queue.shift(); page && !signal.aborted; page = queue.shift()) {
      await runOne(page);
    }
  };
  try {
    await Promise.all(Array.from({length: options.jobs}, work));
  } finally {
    bar.stop();
  }
  return outcome;
}

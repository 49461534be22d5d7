import {readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import type {PageRecord} from '../../src/site/examples';
import {outputOf} from '../../src/site/fences';
import type {Inventory} from '../../src/content/inventory';
import type {PythonEnvironment} from './environments';
import {fenceRecords, judgeRun, type OutputChange} from './judge';
import {changesToWrite, measurementOf} from './measure';
import {type ExamplePage, withMarkdown} from './pages';
import type {Problem} from './problems';
import {publicVersion} from './requirements';
import {runInSandbox, type Isolation, type Limits, type SandboxEvent, type SandboxRun} from './sandbox';
import {nameProblems, readStatically, shellProblems, type StaticAnswer} from './static';
import {structureProblems} from './structure';
import {tvmcProblems, type HelpSource} from './tvmc';
import {variationVariables} from './variation';
import {writeCharts, writeOutputs} from './write';

export interface RunContext {
  environment: PythonEnvironment;
  inventory: Inventory | undefined;
  help: HelpSource;
  isolation: Isolation;
  limits: Limits;
  /** Put real outputs into the page. */
  write: boolean;
  /** Exchange the figures of `measured` outputs too when writing. */
  measure?: boolean;
  /** Run the page once more as another machine would. */
  vary?: boolean;
  /** The record that the page has. */
  previous?: PageRecord;
  signal: AbortSignal;
  onEvent: (event: SandboxEvent) => void;
}

export interface PageOutcome {
  page: ExamplePage;
  record: PageRecord;
  problems: Problem[];
  /** How many outputs were put into the page. */
  written: number;
  /** Seconds of wall time, to a tenth. */
  seconds: number;
}

function writePage(page: ExamplePage, changes: readonly OutputChange[]): string {
  if (readFileSync(page.file, 'utf8') !== page.markdown) {
    throw new Error(`${page.path}：页面在运行期间改过，没有写入输出。办法：再运行一次`);
  }
  const markdown = writeCharts(writeOutputs(page.markdown, changes), page.markdown);
  writeFileSync(page.file, markdown);
  return markdown;
}

/** Whether the page has code to execute. */
function isExecuted(page: ExamplePage): boolean {
  return page.code.some((f) => f.role === 'run' || f.role === 'shell-run');
}

function execute(page: ExamplePage, context: RunContext, extra: Record<string, string> = {}): Promise<SandboxRun> {
  const {environment, isolation, limits, onEvent, signal} = context;
  const {interpreter} = environment;
  return runInSandbox(page.path, interpreter, page.markdown, page.code, isolation, limits, onEvent, signal, extra);
}

/** What differs when the page runs with other threads and vector widths. */
async function varyPage(page: ExamplePage, context: RunContext): Promise<Problem[]> {
  const extra = variationVariables(availableParallelism(), context.environment.numpyFeatures);
  const run = await execute(page, context, extra);
  const different = judgeRun(page, run).problems.filter(({kind}) => kind !== 'unmeasured');
  return different.map((problem) => {
    const message = `换了线程数、向量宽度和散列种子之后，${problem.message}`;
    return {...problem, kind: 'varies' as const, message};
  });
}

/** What reading the page without running it finds. */
async function staticProblems(page: ExamplePage, {environment, inventory, help}: RunContext): Promise<[Problem[], StaticAnswer]> {
  const read = await readStatically(page, environment);
  const problems = [
    ...structureProblems(page),
    ...shellProblems(page),
    ...read.syntaxErrors.map((error): Problem => {
      const message = `语法错误：${error.message}`;
      return {kind: 'syntax', page: page.path, line: error.line, fence: error.index + 1, message};
    }),
    ...(inventory ? nameProblems(page.path, read.uses, inventory, page.version) : []),
    ...(await tvmcProblems(page.path, read.tvmc, help)),
  ];
  return [problems, read];
}

/** The day on which the page was last found not to vary, where that still says something of it. */
function variedDay(context: RunContext, hash: string, today: string, passed: boolean): string | undefined {
  const {previous, environment, vary} = context;
  if (vary) {
    return passed ? today : undefined;
  }
  return previous?.hash === hash && previous.environment === environment.name ? previous.varied : undefined;
}

/**
 * Checks and executes one page.
 *
 * @returns undefined where the run was interrupted, so that nothing can be said
 * @throws Error where the tool itself failed
 */
export async function runPage(page: ExamplePage, context: RunContext): Promise<PageOutcome | undefined> {
  const {environment, signal} = context;
  const started = Date.now();
  const [problems, read] = await staticProblems(page, context);
  let run: SandboxRun = {events: [], source: '', supervisorError: ''};
  let current = page;
  let written: OutputChange[] = [];
  if (isExecuted(page)) {
    run = await execute(page, context);
    if (signal.aborted) {
      return undefined;
    }
    const judgement = judgeRun(page, run, context.previous?.measured);
    written = context.write ? changesToWrite(page, judgement, context.measure ?? false) : [];
    if (written.length > 0 || (context.write && writeCharts(page.markdown, page.markdown) !== page.markdown)) {
      current = withMarkdown(page, writePage(page, written));
    }
    const isCured = ({kind, fence}: Problem) =>
      (kind === 'output-differs' || kind === 'unmeasured') &&
      written.some((change) => change.fence === outputOf(page.fences, page.code[fence - 1]));
    problems.push(...judgement.problems.filter((problem) => !isCured(problem)));
    if (context.vary && problems.length === 0) {
      problems.push(...(await varyPage(current, context)));
      if (signal.aborted) {
        return undefined;
      }
    }
  }
  problems.sort((a, b) => a.line - b.line);
  const packages = Object.entries(read.packages).map(([name, version]) => [name, publicVersion(version)]);
  const date = new Date().toISOString().slice(0, 10);
  const measured = measurementOf(current, written, run.events, date, context.previous?.measured);
  const varied = variedDay(context, current.hash, date, problems.length === 0);
  const record: PageRecord = {
    hash: current.hash,
    tvm: environment.tvm,
    commit: environment.commit,
    environment: environment.name,
    python: environment.python,
    date,
    packages: Object.fromEntries(packages) as Record<string, string>,
    ...(varied && {varied}),
    ...(measured && {measured}),
    fences: fenceRecords(current, problems, run.events),
  };
  const seconds = Math.round((Date.now() - started) / 100) / 10;
  return {page, record, problems, written: written.length, seconds};
}

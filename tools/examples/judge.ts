import {diffLines} from 'diff';
import {fenceHashes} from '../../src/content/codeHash';
import type {FenceRecord, Measurement} from '../../src/site/examples';
import {outputOf, type Fence} from '../../src/site/fences';
import {sameButFigures} from './measure';
import type {ExamplePage} from './pages';
import type {Problem, ProblemKind} from './problems';
import type {PythonError, SandboxEvent, SandboxRun} from './sandbox';

type FenceEvent = Extract<SandboxEvent, {event: 'fence'}>;
type EndEvent = Extract<SandboxEvent, {event: 'end'}>;

/** Real outputs that differ from what the page shows, for `--write`. */
export interface OutputChange {
  fence: Fence;
  output: string;
}

export interface Judgement {
  problems: Problem[];
  changes: OutputChange[];
  /** What was printed where the page shows a `measured` output. */
  measured: OutputChange[];
}

function fault(page: ExamplePage, index: number, kind: ProblemKind, message: string, line?: number | null): Problem {
  return {kind, page: page.path, line: line ?? page.code[index].line, fence: index + 1, message};
}

const ERROR_SENTENCES: Record<PythonError['kind'], (error: PythonError) => string> = {
  raised: (e) => `运行时出错：${e.type}: ${e.message}`,
  syntax: (e) => `语法错误：${e.message}`,
  package: (e) => `没有 Python 包 ${e.module ?? ''}：${e.message}`,
  outside: (e) => `写到了工作目录以外：${e.message}`,
  network: (e) => `用了网络：${e.type}: ${e.message}`,
  memory: (e) => `内存不足：${e.type}: ${e.message}`,
};

function errorProblem(
  page: ExamplePage,
  index: number,
  error: PythonError,
  printed: string,
  source: string,
): Problem {
  const kind = error.type === 'SystemExit' ? 'exit' : error.kind;
  const trace = error.trace.replaceAll(`File "${source}", line `, `${page.path}:`);
  const detail = printed ? `${trace}\n出错以前打印了：\n${printed.slice(-2000)}` : trace;
  return {...fault(page, index, kind, ERROR_SENTENCES[error.kind](error), error.line), detail};
}

/** Lines of two texts with `-` before those of the page and `+` before those of the run. */
export function compareTexts(page: string, run: string): string {
  return diffLines(`${page}\n`, `${run}\n`)
    .flatMap(({value, added, removed}) => {
      const sign = added ? '+ ' : removed ? '- ' : '  ';
      return value
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => sign + line);
    })
    .join('\n');
}

function firstDifference(page: string, run: string): number {
  const left = page.split('\n');
  const right = run.split('\n');
  const at = left.findIndex((line, i) => line !== right[i]);
  return at < 0 ? left.length : at;
}

/** What is wrong with an output, compared with the one that the page shows. */
function outputProblem(
  page: ExamplePage,
  index: number,
  {fence, output}: OutputChange,
  previous: Measurement | undefined,
): Problem | undefined {
  const shown = fence.body.replace(/\n+$/, '');
  if (fence.meta.measured && sameButFigures(shown, output)) {
    const message = '这些数字没有测量的记录';
    return previous?.outputs.includes(shown)
      ? undefined
      : {...fault(page, index, 'unmeasured', message, fence.line), detail: compareTexts(shown, output)};
  }
  if (shown === output) {
    return undefined;
  }
  const line = fence.line + 1 + firstDifference(shown, output);
  const problem = fault(page, index, 'output-differs', '输出与运行结果不同（- 页面，+ 运行）', line);
  return {...problem, detail: compareTexts(shown, output)};
}

function judgeOutput(page: ExamplePage, event: FenceEvent, previous: Measurement | undefined): Judgement {
  const only = (problem: Problem): Judgement => ({problems: [problem], changes: [], measured: []});
  if ('flood' in event) {
    return only(fault(page, event.index, 'flood', `打印了 ${event.flood} 字节`));
  }
  if ('binary' in event) {
    const byte = event.byte.toString(16).padStart(2, '0');
    const message = `打印了不是文本的内容（偏移 ${event.binary} 处是字节 0x${byte}）`;
    return only(fault(page, event.index, 'binary', message));
  }
  const {output} = event;
  const fence = outputOf(page.fences, page.code[event.index]);
  if (!fence) {
    const problem = fault(page, event.index, 'output-missing', '打印了内容，下方却没有输出块');
    return output ? only({...problem, detail: output}) : {problems: [], changes: [], measured: []};
  }
  const problem = outputProblem(page, event.index, {fence, output}, previous);
  return {
    problems: problem ? [problem] : [],
    changes: problem ? [{fence, output}] : [],
    measured: fence.meta.measured ? [{fence, output}] : [],
  };
}

/** The innermost line of the page in a traceback that faulthandler wrote, oldest frame last. */
function tracedLine(trace: string, source: string): number | null {
  const start = trace.indexOf(`File "${source}", line `);
  return start < 0 ? null : Number.parseInt(trace.slice(start).split(', line ')[1], 10);
}

const SIGNALS: Record<number, string> = {
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
};

function judgeEnd(page: ExamplePage, index: number, end: EndEvent, source: string): Problem {
  const line = tracedLine(end.trace, source);
  const frames = line === null ? '' : end.trace.replaceAll(`File "${source}", line `, `${page.path}:`);
  const detail = [frames.slice(0, 2000).trim(), end.log.trim()].filter(Boolean).join('\n');
  if (end.broken === 'timeout') {
    return {...fault(page, index, 'timeout', `超过时限 ${end.figure} 秒`, line), detail};
  }
  if (end.broken === 'memory') {
    const used = ((end.figure ?? 0) / 2 ** 30).toFixed(1);
    return {...fault(page, index, 'memory', `用了 ${used} GiB 内存，超过限制`, line), detail};
  }
  if (end.broken === 'flood') {
    return {...fault(page, index, 'flood', `打印了超过 ${end.figure} 字节`, line), detail};
  }
  if (end.code !== null && end.code < 0) {
    const name = SIGNALS[-end.code] ?? `信号 ${-end.code}`;
    return {...fault(page, index, 'crash', `解释器崩溃（${name}）`, line), detail};
  }
  return {...fault(page, index, 'exit', `解释器提前退出（退出码 ${end.code}）`, line), detail};
}

/**
 * What a run says about a page.
 *
 * @param previous figures of the page that an earlier run measured
 * @throws Error where the supervisor itself failed, which is no fault of the page
 */
export function judgeRun(
  page: ExamplePage,
  {events, source, supervisorError}: SandboxRun,
  previous?: Measurement,
): Judgement {
  const problems: Problem[] = [];
  const changes: OutputChange[] = [];
  const measured: OutputChange[] = [];
  let current = page.code.findIndex((f) => f.role === 'run' || f.role === 'shell-run');
  for (const event of events) {
    if (event.event === 'start') {
      current = event.index;
    } else if (event.event === 'fence') {
      const judged = judgeOutput(page, event, previous);
      if (event.error) {
        const printed = 'output' in event ? event.output : '';
        problems.push(errorProblem(page, event.index, event.error, printed, source));
      } else {
        problems.push(...judged.problems);
        changes.push(...judged.changes);
        measured.push(...judged.measured);
      }
    }
  }
  const end = events.find((event) => event.event === 'end');
  if (!end) {
    throw new Error(`${page.path}：示例的监督进程没有结束报告：${supervisorError.trim() || '（没有输出）'}`);
  }
  if (!events.some((event) => event.event === 'done') && end.broken !== 'interrupted') {
    problems.push(judgeEnd(page, current, end, source));
  }
  return {problems, changes, measured};
}

/** The record of each code fence, from all problems found on the page and the fences that were reached. */
export function fenceRecords(
  page: ExamplePage,
  problems: readonly Problem[],
  events: readonly SandboxEvent[],
): FenceRecord[] {
  const reached = new Set(events.flatMap((event) => (event.event === 'start' ? [event.index] : [])));
  const hashes = fenceHashes(page.fences);
  return page.code.map((fence, index): FenceRecord => {
    const kind = fence.role === 'run' || fence.role === 'norun' ? 'python' : 'shell';
    const hash = hashes[index]!;
    const own = problems.find((problem) => problem.fence === index + 1);
    if (own) {
      return {kind, result: 'failed', hash, reason: own.message};
    }
    if (fence.role === 'norun') {
      return {kind, result: 'norun', hash, reason: fence.reason};
    }
    if (fence.role === 'shell') {
      return {kind, result: 'checked', hash};
    }
    return {kind, result: reached.has(index) ? 'ok' : 'skipped', hash};
  });
}

import {readFileSync, writeFileSync} from 'node:fs';
import type {PageRecord} from '../../src/site/examples';
import {codeHash} from '../../src/site/node/codeHash';
import type {Inventory} from '../../src/site/inventory';
import type {PythonEnvironment} from './environments';
import {fenceRecords, judgeRun, type Judgement} from './judge';
import type {Page} from './pages';
import type {Problem} from './problems';
import {publicVersion} from './requirements';
import {runInSandbox, type Isolation, type Limits, type SandboxEvent, type SandboxRun} from './sandbox';
import {nameProblems, readStatically, shellProblems} from './static';
import {structureProblems} from './structure';
import {tvmcProblems, type HelpSource} from './tvmc';
import {writeOutputs} from './write';

export interface RunContext {
  environment: PythonEnvironment;
  inventory: Inventory | undefined;
  help: HelpSource;
  isolation: Isolation;
  limits: Limits;
  /** Put real outputs into the page. */
  write: boolean;
  signal: AbortSignal;
  onEvent: (event: SandboxEvent) => void;
}

export interface PageOutcome {
  page: Page;
  record: PageRecord;
  problems: Problem[];
  /** How many outputs were put into the page. */
  written: number;
}

function writePage(page: Page, {changes}: Judgement): string {
  if (readFileSync(page.file, 'utf8') !== page.markdown) {
    throw new Error(`${page.path}：页面在运行期间改过，没有写入输出。办法：再运行一次`);
  }
  const markdown = writeOutputs(page.markdown, changes);
  writeFileSync(page.file, markdown);
  return markdown;
}

/**
 * Checks and executes one page.
 *
 * @returns undefined where the run was interrupted, so that nothing can be said
 * @throws Error where the tool itself failed
 */
export async function runPage(page: Page, context: RunContext): Promise<PageOutcome | undefined> {
  const {environment, inventory, signal} = context;
  const started = Date.now();
  const read = await readStatically(page, environment);
  const problems: Problem[] = [
    ...structureProblems(page),
    ...shellProblems(page),
    ...read.syntaxErrors.map((error): Problem => {
      const message = `语法错误：${error.message}`;
      return {kind: 'syntax', page: page.path, line: error.line, fence: error.index + 1, message};
    }),
    ...(inventory ? nameProblems(page.path, read.uses, inventory, page.version) : []),
    ...(await tvmcProblems(page.path, read.tvmc, context.help)),
  ];
  let run: SandboxRun = {events: [], source: '', supervisorError: ''};
  let hash = page.hash;
  let written = 0;
  if (page.code.some((f) => f.role === 'run' || f.role === 'shell-run')) {
    const {isolation, limits, onEvent} = context;
    const {interpreter} = environment;
    run = await runInSandbox(
      page.path,
      interpreter,
      page.markdown,
      page.code,
      isolation,
      limits,
      onEvent,
      signal,
    );
    if (signal.aborted) {
      return undefined;
    }
    const judgement = judgeRun(page, run);
    const keep = !context.write || judgement.changes.length === 0;
    if (!keep) {
      hash = codeHash(writePage(page, judgement));
      written = judgement.changes.length;
    }
    problems.push(...judgement.problems.filter((p) => keep || p.kind !== 'output-differs'));
  }
  problems.sort((a, b) => a.line - b.line);
  const packages = Object.entries(read.packages).map(([name, version]) => [name, publicVersion(version)]);
  const record: PageRecord = {
    hash,
    tvm: environment.tvm,
    commit: environment.commit,
    environment: environment.name,
    python: environment.python,
    date: new Date().toISOString().slice(0, 10),
    packages: Object.fromEntries(packages) as Record<string, string>,
    seconds: Math.round((Date.now() - started) / 100) / 10,
    fences: fenceRecords(page, problems, run.events),
  };
  return {page, record, problems, written};
}

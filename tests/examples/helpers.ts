import {execFileSync} from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import {findInterpreter, type PythonEnvironment} from '../../tools/examples/environments';
import {readExamplePages, type ExamplePage} from '../../tools/examples/pages';
import {runQueue, type SessionOutcome} from '../../tools/examples/session';
import {LATEST} from '../support/releases';

/** Any Python will do for the faults that need no TVM; undefined where the machine has none. */
export function plainPython(): PythonEnvironment | undefined {
  const program = 'import sys, platform; print(sys.executable); print(platform.python_version())';
  try {
    const [interpreter, python] = execFileSync('python3', ['-c', program], {encoding: 'utf8'})
      .trim()
      .split('\n');
    return {
      name: LATEST.release,
      interpreter,
      python,
      tvm: LATEST.release,
      commit: null,
      packages: new Map(),
      options: new Map(),
      numpyFeatures: [],
      differences: [],
    };
  } catch {
    return undefined;
  }
}

/** The interpreter of a release on this machine, or undefined. */
export function tvmPython(release: string): string | undefined {
  try {
    const found = findInterpreter(release, process.env);
    return existsSync(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Command lines of all processes of this machine, one a line. */
export function processArguments(): string {
  if (!existsSync('/proc/self/cmdline')) {
    return execFileSync('ps', ['-axo', 'args'], {encoding: 'utf8'});
  }
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const lines = ids.map((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return ''; // it has ended
    }
  });
  return lines.join('\n');
}

/** A site in a temporary folder that is removed after the test; `files` by path below it. */
export function temporarySite(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(realpathSync(tmpdir()), 'examples-test-'));
  onTestFinished(() => rmSync(root, {recursive: true, force: true}));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), {recursive: true});
    writeFileSync(file, text);
  }
  return root;
}

/** A page with a title and these lines; the first line of `body` is line 5 of the file. */
export function pageText(body: string): string {
  return `---\ntitle: 示例\n---\n\n${body}\n`;
}

export interface RunSettings {
  timeoutSeconds?: number;
  memoryGiB?: number;
  jobs?: number;
  write?: boolean;
  measure?: boolean;
  vary?: boolean;
  isolation?: 'auto' | 'guard';
  signal?: AbortSignal;
}

/** Runs every page of a site with an environment, as `npm run examples` does once it has found one. */
export async function runSite(
  root: string,
  environment: PythonEnvironment,
  {signal = new AbortController().signal, ...settings}: RunSettings = {},
): Promise<SessionOutcome & {pages: ExamplePage[]}> {
  const pages = readExamplePages(root).pages.filter((page) => page.code.length > 0);
  const ready = new Map([
    [environment.name, {environment, inventory: undefined, help: async () => undefined}],
  ]);
  const limits = {timeoutSeconds: 60, memoryGiB: 4};
  const options = {root, jobs: 1, write: false, isolation: 'auto' as const, ...limits, ...settings};
  return {...(await runQueue(pages, ready, options, signal)), pages};
}

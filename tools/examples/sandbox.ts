import {execFile, spawn} from 'node:child_process';
import {chmod, mkdir, mkdtemp, realpath, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {promisify} from 'node:util';
import type {Fence} from '../../src/site/fences';
import {pythonVariables} from './environments';

const PYTHON_TOOLS = path.join(__dirname, 'python');
const OUTPUT_LIMIT_BYTES = 64 << 20;

/**
 * How a page is shut in. `namespace`: Linux namespaces of its own for network, mounts and processes; the file
 * system is read-only outside the page's directory, for C++ and child processes too. `guard`: where the system
 * grants none, refused inside the page's Python only.
 */
export type Isolation = 'namespace' | 'guard';

export interface Limits {
  timeoutSeconds: number;
  memoryBytes: number;
}

export interface PythonError {
  kind: 'raised' | 'syntax' | 'package' | 'outside' | 'network' | 'memory';
  line: number | null;
  type: string;
  message: string;
  module: string | null;
  trace: string;
}

/** What page.py and sandbox.py report. `index` counts the page's code fences from 0. */
export type SandboxEvent =
  | {event: 'start'; index: number}
  | ({event: 'fence'; index: number; error: PythonError | null; seconds: number} & (
      {output: string} | {binary: number; byte: number} | {flood: number}
    ))
  | {event: 'done'; threads?: number; cpu?: string}
  | {
      event: 'end';
      broken: 'timeout' | 'memory' | 'flood' | 'interrupted' | null;
      figure: number | null;
      code: number | null;
      /** Where the page's Python was, as faulthandler writes it. */
      trace: string;
      /** The last of what the page wrote to standard error. */
      log: string;
    };

export interface SandboxRun {
  events: SandboxEvent[];
  /** Path that the page's code was compiled from, as tracebacks show it. */
  source: string;
  /** What the supervisor itself wrote to standard error; empty unless it failed. */
  supervisorError: string;
}

function unshareArguments(): string[] {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  return [...user, '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--'];
}

/** Finds out, by trying, which isolation this machine grants. */
export async function detectIsolation(interpreter: string): Promise<Isolation> {
  if (process.platform !== 'linux') {
    return 'guard';
  }
  const base = await mkdtemp(path.join(await realpath(tmpdir()), 'tvm-examples-'));
  const code = 'import sys; sys.path.insert(0, sys.argv[1]); import isolate; isolate.isolate(sys.argv[2])';
  try {
    await promisify(execFile)('unshare', [
      ...unshareArguments(),
      interpreter,
      '-c',
      code,
      PYTHON_TOOLS,
      base,
    ]);
    return 'namespace';
  } catch {
    return 'guard';
  } finally {
    await rm(base, {recursive: true, force: true});
  }
}

async function prepare(
  name: string,
  interpreter: string,
  markdown: string,
  code: readonly Fence[],
  isolation: Isolation,
  limits: Limits,
) {
  const base = await mkdtemp(path.join(await realpath(tmpdir()), 'tvm-examples-'));
  const at = (part: string) => path.join(base, part);
  // Named like a temporary directory of Python's: it shows in what pages print.
  const work = `tmp/tmp${path.basename(base).slice(-6).toLowerCase()}`;
  for (const part of ['tmp', work, 'home', 'bin', 'meta']) {
    await mkdir(at(part));
  }
  const source = at(`meta/${path.basename(name).replace(/\.mdx?$/, '')}.py`);
  const lines: string[] = new Array(markdown.split('\n').length).fill('');
  code
    .filter((f) => f.role === 'run')
    .forEach((f) => f.body.split('\n').forEach((text, i) => (lines[f.line + i] = text)));
  await writeFile(source, lines.join('\n'));
  await writeFile(at('bin/tvmc'), `#!/bin/sh\nexec '${interpreter}' -m tvm.driver.tvmc "$@"\n`);
  await chmod(at('bin/tvmc'), 0o755);
  const job = {
    base,
    source,
    isolation,
    work: at(work),
    capture: at('meta/stdout'),
    log: at('meta/stderr'),
    trace: at('meta/trace'),
    timeout: limits.timeoutSeconds,
    memory: limits.memoryBytes,
    outputLimit: OUTPUT_LIMIT_BYTES,
    fences: code
      .map((f, index) => ({index, line: f.line, role: f.role, body: f.body}))
      .filter((f) => f.role === 'run' || f.role === 'shell-run'),
  };
  await writeFile(at('meta/job.json'), JSON.stringify(job));
  return {base, source, job: at('meta/job.json')};
}

/**
 * Executes the fences of a page and returns what was reported.
 *
 * @param name path of the page, for its place in tracebacks
 * @param onEvent called with each report as it arrives
 * @param signal ends the page, and every process it started, when aborted
 * @param extra variables on top of those that every page gets
 */
export async function runInSandbox(
  name: string,
  interpreter: string,
  markdown: string,
  code: readonly Fence[],
  isolation: Isolation,
  limits: Limits,
  onEvent: (event: SandboxEvent) => void,
  signal: AbortSignal,
  extra: Record<string, string> = {},
): Promise<SandboxRun> {
  const {base, source, job} = await prepare(name, interpreter, markdown, code, isolation, limits);
  const variables = pythonVariables(interpreter, process.env);
  const env = {
    ...variables,
    ...extra,
    PATH: [path.join(base, 'bin'), variables.PATH].join(path.delimiter),
    HOME: path.join(base, 'home'),
    TMPDIR: path.join(base, 'tmp'),
  };
  const python = [interpreter, path.join(PYTHON_TOOLS, 'sandbox.py'), job];
  const [command, ...rest] =
    isolation === 'namespace' ? ['unshare', ...unshareArguments(), ...python] : python;
  // A group of its own: Ctrl-C in the terminal reaches this tool only, which then ends the page in order.
  const child = spawn(command, rest, {env, detached: true, stdio: ['pipe', 'pipe', 'pipe']});
  const stop = () => child.stdin.end();
  signal.addEventListener('abort', stop, {once: true});
  if (signal.aborted) {
    stop();
  }
  const events: SandboxEvent[] = [];
  let supervisorError = '';
  child.stderr.on('data', (data: Buffer) => (supervisorError += data.toString()));
  child.stdin.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      supervisorError += error.message;
      resolve();
    });
    child.on('close', () => resolve());
  });
  try {
    for await (const line of createInterface({input: child.stdout})) {
      const event = parseEvent(line);
      if (event) {
        events.push(event);
        onEvent(event);
      }
    }
    await closed;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await rm(base, {recursive: true, force: true, maxRetries: 3});
  }
  return {events, source, supervisorError};
}

function parseEvent(line: string): SandboxEvent | undefined {
  try {
    return line.trim() ? (JSON.parse(line) as SandboxEvent) : undefined;
  } catch {
    return undefined; // half a line of a page that was killed
  }
}

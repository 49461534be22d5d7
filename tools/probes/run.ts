import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {filesUnder} from '../../src/build/files';
import {PROBES, type ProbeRecord, type ProbeRun, probeRecordFile} from '../../src/content/probeRecords';
import {parseFences} from '../../src/site/fences';
import type {PythonEnvironment} from '../examples/environments';
import {type Isolation, runInSandbox} from '../examples/sandbox';

const PYTHON = path.join(__dirname, 'python');
const LIMITS = {timeoutSeconds: 600, memoryBytes: 6 * 2 ** 30};

/** The files of probes below a site. */
export function probeFiles(root: string): string[] {
  return filesUnder(path.join(root, PROBES))
    .filter((file) => file.endsWith('.py'))
    .map((file) => path.relative(root, file).split(path.sep).join('/'));
}

export function probeHash(root: string, file: string): string {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(root, file)))
    .digest('hex');
}

interface Answer {
  complete: boolean;
  /** Every name that the file has a probe of, whether or not the release has it. */
  names: string[];
  probes: ProbeRecord[];
}

export interface ProbeOutcome {
  run: ProbeRun;
  names: string[];
}

/**
 * Runs a file of probes in the sandbox of the examples.
 *
 * @param entries dotted names that the reference of the release has
 * @throws Error where the file cannot be read by Python, or ran out of time or memory as a whole
 */
export async function runProbes(
  root: string,
  file: string,
  release: string,
  entries: readonly string[],
  environment: PythonEnvironment,
  isolation: Isolation,
  signal: AbortSignal,
): Promise<ProbeOutcome> {
  // The text, not the path: the sandbox shows another /tmp.
  const source = fs.readFileSync(path.join(root, file), 'utf8');
  const given = [file, source, release, entries].map((value) => JSON.stringify(value)).join(', ');
  const body = [
    'import sys',
    `sys.path.insert(0, ${JSON.stringify(PYTHON)})`,
    'import runner',
    `runner.main(${given})`,
  ];
  const markdown = ['```python', ...body, '```', ''].join('\n');
  const {events, supervisorError} = await runInSandbox(
    file,
    environment.interpreter,
    markdown,
    parseFences(markdown),
    isolation,
    LIMITS,
    () => undefined,
    signal,
  );
  const ran = events.find((event) => event.event === 'fence');
  if (!ran || ran.error || !('output' in ran)) {
    const end = events.find((event) => event.event === 'end');
    const why = ran?.error ? `${ran.error.type}: ${ran.error.message}\n${ran.error.trace}` : '';
    throw new Error(`${file}：没有跑完。${why || end?.broken || end?.log || supervisorError}`);
  }
  const {complete, names, probes} = JSON.parse(ran.output) as Answer;
  const {tvm, commit, python} = environment;
  const date = new Date().toISOString().slice(0, 10);
  return {names, run: {hash: probeHash(root, file), tvm, commit, python, date, complete, probes}};
}

/** The record as text, a line for each probe, so that two writers rarely change the same one. */
export function formatRun({probes, ...run}: ProbeRun): string {
  const lines = probes.map((probe) => `    ${JSON.stringify(probe)}`);
  const head = Object.entries(run).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  return `{\n${head.join('\n')}\n  "probes": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]\n}\n`;
}

export function writeRun(root: string, file: string, release: string, run: ProbeRun): void {
  const target = path.join(root, probeRecordFile(release, file));
  fs.mkdirSync(path.dirname(target), {recursive: true});
  fs.writeFileSync(target, formatRun(run));
}

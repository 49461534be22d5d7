/** Executes the scripts and notebooks that readers download, and compares what they print with the page. */
import {execFile} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {readPage} from '../../src/content/pages';
import {programFiles} from '../../src/plugins/take-away';
import type {Cell, Notebook} from '../../src/plugins/take-away/notebook';
import {outputOf} from '../../src/site/fences';
import {readCopying} from '../takeAway/copying';
import {findInterpreter, pythonVariables} from './environments';
import {sameButFigures} from './measure';
import type {ExamplePage} from './pages';

/** What came of one file. */
export interface ExportedOutcome {
  page: string;
  ending: string;
  seconds: number;
  /** What went wrong; undefined where the file printed what the page shows. */
  problem?: string;
}

/** Lines that say something, so that an empty line at the end of an output is no difference. */
const squeeze = (text: string) => text.split('\n').map((line) => line.trimEnd()).filter(Boolean).join('\n');

function differs(expected: string, printed: string): string | undefined {
  const [page, run] = [squeeze(expected), squeeze(printed)];
  if (sameButFigures(page, run)) {
    return undefined;
  }
  const [wanted, found] = [page.split('\n'), run.split('\n')];
  const at = wanted.findIndex((line, i) => !sameButFigures(line, found[i] ?? ''));
  return `页面是「${wanted[at] ?? ''}」，打印的是「${found[at === -1 ? wanted.length : at] ?? ''}」`;
}

/** What all fences of a page print, one after another. */
export function printedByAll(page: ExamplePage): string {
  return page.code
    .filter(({role}) => role === 'run' || role === 'shell-run')
    .flatMap((fence) => outputOf(page.fences, fence)?.body ?? [])
    .join('\n');
}

type Code = Extract<Cell, {cell_type: 'code'}>;

const printedIn = ({outputs}: Code) =>
  outputs.filter(({name}) => name === 'stdout').map(({text}) => [text].flat().join('')).join('');

/** The first cell that printed something else than it should. */
export function differentCell(wanted: Notebook, executed: Notebook): string | undefined {
  const isCode = (cell: Cell): cell is Code => cell.cell_type === 'code';
  const found = executed.cells.filter(isCode);
  return wanted.cells.filter(isCode).map((cell, i) => {
    const problem = differs(printedIn(cell), found[i] ? printedIn(found[i]) : '');
    return problem && `${cell.id}：${problem}`;
  }).find(Boolean);
}

/** A folder of its own for a run, with `tvmc` on the path. */
function prepareFolder(interpreter: string): {folder: string; env: NodeJS.ProcessEnv} {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'tvm-exported-'));
  const at = (name: string) => path.join(folder, name);
  ['bin', 'home', 'work'].forEach((name) => fs.mkdirSync(at(name)));
  fs.writeFileSync(at('bin/tvmc'), `#!/bin/sh\nexec '${interpreter}' -m tvm.driver.tvmc "$@"\n`, {mode: 0o755});
  const variables = pythonVariables(interpreter, process.env);
  const PATH = [at('bin'), variables.PATH].join(path.delimiter);
  return {folder, env: {...variables, PATH, HOME: at('home')}};
}

async function runFile(page: ExamplePage, ending: string, text: string, timeout: number): Promise<string | undefined> {
  const isNotebook = ending === '.ipynb';
  const interpreter = findInterpreter(page.environment + (isNotebook ? '-jupyter' : ''), process.env);
  const {folder, env} = prepareFolder(interpreter);
  const cwd = path.join(folder, 'work');
  const file = path.join(cwd, `page${ending}`);
  const execute = (args: readonly string[]) =>
    promisify(execFile)(interpreter, args, {cwd, env, timeout, maxBuffer: 1 << 28});
  fs.writeFileSync(file, text);
  try {
    if (!isNotebook) {
      return differs(printedByAll(page), (await execute([file])).stdout);
    }
    await execute(['-c', 'import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], as_version=nbformat.NO_CONVERT))', file]);
    const seconds = `--ExecutePreprocessor.timeout=${Math.ceil(timeout / 1000)}`;
    await execute(['-m', 'nbconvert', '--execute', seconds, '--to', 'notebook', '--output', 'executed', file]);
    const executed = JSON.parse(fs.readFileSync(path.join(cwd, 'executed.ipynb'), 'utf8')) as Notebook;
    return differentCell(JSON.parse(text) as Notebook, executed);
  } catch (error) {
    const {stderr = '', message} = error as {stderr?: string; message: string};
    return (stderr || message).trim().split('\n').slice(-4).join('\n');
  } finally {
    fs.rmSync(folder, {recursive: true, force: true, maxRetries: 3});
  }
}

/** Executes the script and the notebook of each page that has code to run, one after another. */
export async function runExported(
  root: string,
  pages: readonly ExamplePage[],
  timeoutSeconds: number,
  onOutcome: (outcome: ExportedOutcome) => void,
): Promise<ExportedOutcome[]> {
  const copying = readCopying(root);
  const outcomes: ExportedOutcome[] = [];
  for (const page of pages.filter(({code}) => code.some(({role}) => role === 'run'))) {
    const source = readPage(root, page.path);
    for (const [ending, text] of Object.entries(programFiles(copying(source), source))) {
      const started = Date.now();
      const problem = await runFile(page, ending, text, timeoutSeconds * 1000);
      const outcome = {page: page.path, ending, seconds: (Date.now() - started) / 1000, problem};
      outcomes.push(outcome);
      onOutcome(outcome);
    }
  }
  return outcomes;
}

import {execFile} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {pythonVariables, type PythonEnvironment} from './environments';
import type {Problem} from './problems';
import type {TvmcLine} from './static';

/** Gives the help text of a `tvmc` command, e.g. of `['micro', 'build']`, or undefined where it has none. */
export type HelpSource = (command: readonly string[]) => Promise<string | undefined>;

/** The real `tvmc --help` of an environment, asked once for each command. */
export function helpOf(environment: PythonEnvironment): HelpSource {
  const answers = new Map<string, Promise<string | undefined>>();
  const ask = async (command: readonly string[]) => {
    const home = await mkdtemp(path.join(tmpdir(), 'tvm-examples-help-'));
    const env = {...pythonVariables(environment.interpreter, process.env), HOME: home, COLUMNS: '200'};
    try {
      const words = ['-m', 'tvm.driver.tvmc', ...command, '--help'];
      const {stdout} = await promisify(execFile)(environment.interpreter, words, {
        env,
        cwd: home,
        timeout: 120_000,
      });
      return stdout;
    } catch {
      return undefined;
    } finally {
      await rm(home, {recursive: true, force: true});
    }
  };
  return (command) => {
    const key = command.join(' ');
    const answer = answers.get(key) ?? ask(command);
    answers.set(key, answer);
    return answer;
  };
}

/** The subcommands that a help text offers: the first `{a,b,c}` of its usage. */
export function subcommands(help: string): string[] {
  return (
    /^usage:[\s\S]*?\n\n/
      .exec(`${help}\n\n`)?.[0]
      .match(/[^=\s]*\s\{([\w,-]+)\}\s+\.\.\./)?.[1]
      .split(',') ?? []
  );
}

/** The options that a help text names, e.g. `--target` and `-o`. */
export function options(help: string): Set<string> {
  return new Set(help.match(/(?<![\w-])--?[A-Za-z][\w.-]*/g) ?? []);
}

async function lineProblem(words: readonly string[], help: HelpSource): Promise<string | undefined> {
  let command: string[] = [];
  let text = await help(command);
  let rest = words.slice(1);
  const known = new Set<string>();
  while (text) {
    options(text).forEach((option) => known.add(option));
    const choices = subcommands(text);
    if (choices.length === 0) {
      break;
    }
    const at = rest.findIndex((word) => choices.includes(word));
    if (at < 0) {
      const wrong = rest.find((word) => !word.startsWith('-'));
      if (wrong) {
        return `${['tvmc', ...command].join(' ')} 没有子命令 ${wrong}；有 ${choices.join('、')}`;
      }
      break;
    }
    command = [...command, rest[at]];
    rest = rest.toSpliced(at, 1);
    text = await help(command);
  }
  if (!text) {
    return `${['tvmc', ...command].join(' ')} --help 不能执行`;
  }
  const wrong = rest
    .map((word) => word.split('=')[0])
    .filter((word) => /^--?[A-Za-z]/.test(word) && !known.has(word.replace(/^-([A-Za-z])\1+$/, '-$1')));
  return wrong.length > 0 ? `${['tvmc', ...command].join(' ')} 没有选项 ${wrong.join('、')}` : undefined;
}

/** Subcommands and options of the page's `tvmc` lines that this release's `tvmc` does not have. */
export async function tvmcProblems(
  page: string,
  lines: readonly TvmcLine[],
  help: HelpSource,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const {index, line, words} of lines) {
    const message = await lineProblem(words, help);
    if (message) {
      problems.push({kind: 'tvmc', page, line, fence: index + 1, message});
    }
  }
  return problems;
}

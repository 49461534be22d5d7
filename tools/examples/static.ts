import {execFile, spawnSync} from 'node:child_process';
import path from 'node:path';
import {promisify} from 'node:util';
import {lookup, unknownKeywords, type Inventory} from '../../src/content/inventory';
import {pythonVariables, type PythonEnvironment} from './environments';
import type {ExamplePage} from './pages';
import type {Problem} from './problems';

/** A use of a TVM name in a fence that is not run; `keywords` where it is called. */
export interface NameUse {
  index: number;
  line: number;
  name: string;
  keywords: string[] | null;
}

export interface TvmcLine {
  index: number;
  line: number;
  words: string[];
}

export interface StaticAnswer {
  /** Distributions that the executed fences import, with their versions. */
  packages: Record<string, string>;
  syntaxErrors: {index: number; line: number; message: string}[];
  uses: NameUse[];
  tvmc: TvmcLine[];
}

/**
 * Has Python read the code of a page without running it.
 *
 * @throws Error where the interpreter fails
 */
export async function readStatically(page: ExamplePage, environment: PythonEnvironment): Promise<StaticAnswer> {
  const fences = page.code.map((f, index) => ({index, line: f.line, role: f.role, body: f.body}));
  const env = pythonVariables(environment.interpreter, process.env);
  const program = path.join(__dirname, 'python/static.py');
  const answer = promisify(execFile)(environment.interpreter, [program], {env, maxBuffer: 1 << 26});
  answer.child.stdin?.end(JSON.stringify(fences));
  return JSON.parse((await answer).stdout) as StaticAnswer;
}

/** Names and keyword arguments that the release does not have. */
export function nameProblems(
  page: string,
  uses: readonly NameUse[],
  inventory: Inventory,
  version: string,
): Problem[] {
  return uses.flatMap(({index, line, name, keywords}): Problem[] => {
    const found = lookup(inventory, name);
    const at = {page, line, fence: index + 1};
    if (found.state === 'missing') {
      const rest = name.slice(found.prefix.length + (found.prefix ? 1 : 0));
      const message = `TVM ${version} 没有 ${name}${found.prefix && `（${found.prefix} 里没有 ${rest}）`}`;
      return [{...at, kind: 'name', message}];
    }
    if (found.state === 'found' && found.sig && keywords) {
      const unknown = unknownKeywords(found.sig, keywords);
      const message = `${name} 没有参数 ${unknown.join('、')}；它的参数是 ${found.sig}`;
      return unknown.length > 0 ? [{...at, kind: 'keyword', message}] : [];
    }
    return [];
  });
}

/** What the shell says about the syntax of the page's shell fences, by Markdown line. */
export function shellProblems(page: Pick<ExamplePage, 'path' | 'code'>): Problem[] {
  return page.code.flatMap((fence, index): Problem[] => {
    if (fence.role !== 'shell' && fence.role !== 'shell-run') {
      return [];
    }
    const input = '\n'.repeat(fence.line) + fence.body;
    const {status, stderr, error} = spawnSync('bash', ['-n'], {input, encoding: 'utf8'});
    if (status === 0) {
      return [];
    }
    const text = error?.message ?? stderr.split('\n')[0];
    const line = Number(/line (\d+)/.exec(text)?.[1] ?? fence.line);
    return [{kind: 'shell-syntax', page: page.path, line, fence: index + 1, message: `bash -n：${text}`}];
  });
}

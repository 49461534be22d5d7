import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const NOT_OURS =
  /(^|\/)(node_modules|\.git|\.docusaurus|\.cache|build|test-results|\.venv|__pycache__)(\/|$)/;

function fromGit(root: string): string[] | undefined {
  try {
    const output = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 << 20,
    });
    return output.split('\0').filter(Boolean);
  } catch {
    return undefined;
  }
}

/**
 * Lists the files of the project with forward slashes: those that Git knows or would take, or all that are not made by a
 * command where there is no Git.
 */
export function projectFiles(root: string, pattern: RegExp): string[] {
  const all =
    fromGit(root) ??
    fs.readdirSync(root, {recursive: true, encoding: 'utf8'}).map((name) => name.split(path.sep).join('/'));
  return all
    .filter((file) => pattern.test(file) && !NOT_OURS.test(file))
    .filter((file) => fs.statSync(path.join(root, file), {throwIfNoEntry: false})?.isFile())
    .sort();
}

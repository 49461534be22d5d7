import {execFileSync} from 'node:child_process';

function git(root: string, ...args: string[]): string[] {
  return execFileSync('git', args, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']})
    .split('\n')
    .filter(Boolean);
}

function tryGit(root: string, ...args: string[]): string[] | undefined {
  try {
    return git(root, ...args);
  } catch {
    return undefined;
  }
}

/**
 * Files that differ from where this branch left the main one, or, on the main branch, from the commit before; with what is
 * not committed yet.
 *
 * @returns undefined where Git can't tell
 */
export function changedFiles(root: string): string[] | undefined {
  const head = tryGit(root, 'rev-parse', 'HEAD')?.[0];
  if (!head) {
    return undefined;
  }
  const bases = ['origin/HEAD', 'origin/main', 'main'].map(
    (name) => tryGit(root, 'merge-base', 'HEAD', name)?.[0],
  );
  const base = bases.find((commit) => commit && commit !== head) ?? tryGit(root, 'rev-parse', 'HEAD~1')?.[0];
  if (!base) {
    return undefined;
  }
  const committed = tryGit(root, '-c', 'core.quotePath=false', 'diff', '--name-only', base, 'HEAD');
  const local = tryGit(root, '-c', 'core.quotePath=false', 'diff', '--name-only', 'HEAD');
  const added = tryGit(root, '-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard');
  return committed && local && added ? [...new Set([...committed, ...local, ...added])] : undefined;
}

import {execFileSync} from 'node:child_process';
import type {VcsPreset} from '@docusaurus/types';

export interface GitState {
  /** Why last-update dates can't be had, in words for the maintainer; undefined where they can. */
  problem?: string;
}

function git(siteDir: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: siteDir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

/**
 * Finds out whether the history of the pages can be read from Git.
 *
 * @param siteDir folder of the site
 */
export function readGitState(siteDir: string): GitState {
  try {
    git(siteDir, '--version');
  } catch {
    return {problem: '没有安装 Git'};
  }
  try {
    if (git(siteDir, 'rev-parse', '--is-inside-work-tree') !== 'true') {
      return {problem: '这里不是 Git 工作区'};
    }
    if (git(siteDir, 'rev-parse', '--is-shallow-repository') === 'true') {
      return {problem: '这是浅克隆，没有完整历史'};
    }
    git(siteDir, 'rev-parse', '--verify', 'HEAD');
  } catch {
    return {problem: '这里不是 Git 工作区，或还没有提交'};
  }
  return {};
}

/** Docusaurus loads its configuration several times in one process. */
function sayOnce(message: string): void {
  const said = globalThis as {tvmHistoryMessage?: string};
  if (said.tvmHistoryMessage !== message) {
    said.tvmHistoryMessage = message;
    console.log(message);
  }
}

/**
 * Chooses where the date and author of the last update come from: Git in a build, nothing in a preview (a preview
 * would show invented ones) and nothing where Git can't tell, said in one line.
 */
export function chooseHistory(siteDir: string, development: boolean): VcsPreset {
  if (development) {
    return 'disabled';
  }
  const {problem} = readGitState(siteDir);
  if (problem) {
    sayOnce(`[历史] ${problem}：页面不显示最后更新的日期和作者。完整克隆后重新构建即可恢复。`);
    return 'disabled';
  }
  return 'git-eager';
}

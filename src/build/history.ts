import {execFileSync} from 'node:child_process';
import path from 'node:path';
import type {VcsChangeInfo, VcsConfig, VcsPreset} from '@docusaurus/types';

export interface GitState {
  /** Why last-update dates can't be had, in words for the maintainer; undefined where they can. */
  problem?: string;
}

function git(siteDir: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd: siteDir,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
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

/** The commit that a site is built from, shortened; null where Git can't tell. */
export function readCommit(siteDir: string): string | null {
  try {
    return git(siteDir, 'rev-parse', '--short=12', 'HEAD');
  } catch {
    return null;
  }
}

/** First and last change of a file. */
interface FileHistory {
  creation: VcsChangeInfo;
  lastUpdate: VcsChangeInfo;
}

/**
 * Reads the whole history at once, with authors as `.mailmap` names them.
 *
 * @returns the changes of each file by absolute path
 */
export function readHistory(siteDir: string): Map<string, FileHistory> {
  const root = git(siteDir, 'rev-parse', '--show-toplevel');
  const format = '--format=%x00%ct,%aN';
  const log = git(siteDir, '-c', 'core.quotePath=false', 'log', '--no-renames', '--name-only', format);
  const files = new Map<string, FileHistory>();
  for (const commit of log.split('\0').slice(1)) {
    const [head, ...names] = commit.split('\n');
    const [seconds] = head!.split(',', 1) as [string];
    const change = {timestamp: Number(seconds) * 1000, author: head!.slice(seconds.length + 1)};
    for (const name of names.filter(Boolean)) {
      const file = path.resolve(root, name);
      files.set(file, {lastUpdate: files.get(file)?.lastUpdate ?? change, creation: change});
    }
  }
  return files;
}

/** The history of Git as Docusaurus asks for it; read once. */
function gitHistory(siteDir: string): VcsConfig {
  let files: Map<string, FileHistory> | undefined;
  const read = () => (files ??= readHistory(siteDir));
  return {
    initialize: () => void read(),
    getFileCreationInfo: (file) => Promise.resolve(read().get(file)?.creation ?? null),
    getFileLastUpdateInfo: (file) => Promise.resolve(read().get(file)?.lastUpdate ?? null),
  };
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
export function chooseHistory(siteDir: string, development: boolean): VcsPreset | VcsConfig {
  if (development) {
    return 'disabled';
  }
  const {problem} = readGitState(siteDir);
  if (problem) {
    sayOnce(`[历史] ${problem}：页面不显示最后更新的日期和作者。完整克隆后重新构建即可恢复。`);
    return 'disabled';
  }
  return gitHistory(siteDir);
}

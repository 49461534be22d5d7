import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {readHistory} from '@site/src/build/history';

let repository: string;

function git(date: string, ...args: string[]): void {
  execFileSync('git', args, {
    cwd: repository,
    env: {
      ...process.env,
      GIT_AUTHOR_NAME: 'machine 7',
      GIT_AUTHOR_EMAIL: 'machine@example.org',
      GIT_COMMITTER_NAME: 'machine 7',
      GIT_COMMITTER_EMAIL: 'machine@example.org',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    },
  });
}

function commit(date: string, file: string, text: string): void {
  fs.writeFileSync(path.join(repository, file), text);
  git(date, 'add', '-A');
  git(date, 'commit', '-qm', 'change');
}

beforeAll(() => {
  repository = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'history-')));
  git('2026-01-01T00:00:00Z', 'init', '-q');
  fs.writeFileSync(path.join(repository, '.mailmap'), '维护者 <machine@example.org>\n');
  commit('2026-01-01T00:00:00Z', '一页.md', '1');
  commit('2026-02-01T00:00:00Z', 'b.md', '1');
  commit('2026-03-01T00:00:00Z', '一页.md', '2');
});

afterAll(() => fs.rmSync(repository, {recursive: true, force: true}));

describe('readHistory', () => {
  it('knows the first and the last change of each file, with authors as .mailmap names them', () => {
    const history = readHistory(repository);
    expect(history.get(path.join(repository, '一页.md'))).toEqual({
      creation: {timestamp: Date.parse('2026-01-01T00:00:00Z'), author: '维护者'},
      lastUpdate: {timestamp: Date.parse('2026-03-01T00:00:00Z'), author: '维护者'},
    });
    expect(history.get(path.join(repository, 'b.md'))!.lastUpdate.timestamp).toBe(
      Date.parse('2026-02-01T00:00:00Z'),
    );
    expect(history.has(path.join(repository, 'c.md'))).toBe(false);
  });
});

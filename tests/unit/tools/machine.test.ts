import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {findBrowser} from '../../../tools/browser';
import {changedFiles} from '../../../tools/changed';
import {projectFiles} from '../../../tools/checks/projectFiles';

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'project-'));
});

afterEach(() => fs.rmSync(folder, {recursive: true}));

function write(file: string, text = ''): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), {recursive: true});
  fs.writeFileSync(path.join(folder, file), text);
}

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
    cwd: folder,
    stdio: 'ignore',
  });
}

describe('the files of the project', () => {
  beforeEach(() => {
    write('docs/a.md');
    write('docs/小.md');
    write('node_modules/x/b.md');
    write('build/c.md');
  });

  it('are found without Git', () => {
    expect(projectFiles(folder, /\.md$/)).toEqual(['docs/a.md', 'docs/小.md']);
  });

  it('are those that Git would take', () => {
    write('.gitignore', 'docs/ignored.md\n');
    write('docs/ignored.md');
    git('init', '-q');
    git('add', 'docs/a.md');
    expect(projectFiles(folder, /\.md$/)).toEqual(['docs/a.md', 'docs/小.md']);
  });
});

describe('the changed files', () => {
  it('are unknown without Git and in the first commit', () => {
    expect(changedFiles(folder)).toBeUndefined();
    git('init', '-q', '-b', 'main');
    write('a.md');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    expect(changedFiles(folder)).toBeUndefined();
  });

  it('are those of the last commit on the main branch, of all commits on another, and those not committed', () => {
    git('init', '-q', '-b', 'main');
    for (const name of ['a', 'b']) {
      write(`${name}.md`);
      git('add', '.');
      git('commit', '-q', '-m', name);
    }
    write('小.md');
    expect(changedFiles(folder)?.sort()).toEqual(['b.md', '小.md']);
    git('checkout', '-q', '-b', 'topic');
    for (const name of ['c', 'd']) {
      write(`${name}.md`);
      git('add', `${name}.md`);
      git('commit', '-q', '-m', name);
    }
    expect(changedFiles(folder)?.sort()).toEqual(['c.md', 'd.md', '小.md']);
  });
});

describe('the browser', () => {
  afterEach(() => {
    delete process.env.BROWSER_PATH;
  });

  it('is the one that BROWSER_PATH names', () => {
    process.env.BROWSER_PATH = process.execPath;
    expect(findBrowser()).toBe(process.execPath);
  });

  it('has to be there if it is named', () => {
    process.env.BROWSER_PATH = path.join(folder, 'none');
    expect(() => findBrowser()).toThrow(/BROWSER_PATH .*none.*示例：BROWSER_PATH=/);
  });
});

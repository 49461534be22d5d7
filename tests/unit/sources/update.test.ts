import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {formatFaults} from '@site/src/content/checks/fault';
import {pageSourceFaults, unusedRecordFaults} from '@site/src/content/checks/sourceLinks';
import {readPages} from '@site/src/content/pages';
import {readSourceRecords} from '@site/src/content/sourceRecords';
import {TaggedSource} from '@site/tools/sources/tags';
import {pruneRecords, updateRecords} from '@site/tools/sources/update';
import {LATEST, OLDER, OLDEST} from '../../support/releases';

function lay(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), {recursive: true});
    fs.writeFileSync(path.join(root, name), text);
  }
}

function temporary(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), 'sources-test-'));
}

let tvm: string;

/** What both checks of links to the source say of a site. */
function sourceLinkFaults(root: string) {
  const pages = readPages(root);
  return [...pages.flatMap((page) => pageSourceFaults(root, page)), ...unusedRecordFaults(root, pages)];
}

/** A repository with two releases of one file, and without the third. */
beforeAll(() => {
  tvm = temporary();
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) => execFileSync('git', ['-C', tvm, ...identity, ...args], {stdio: 'pipe'});
  git('init', '--quiet');
  lay(tvm, {'python/a.py': 'class Stage:\n    pass\n'});
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  git('tag', `v${OLDER.release}`);
  lay(tvm, {
    'python/a.py':
      '# new\nclass Stage:\n    def run(self):\n        pass\n\n\nclass Other:\n    def run(self):\n        pass\n',
  });
  git('commit', '--quiet', '-a', '-m', 'two');
  git('tag', `v${LATEST.release}`);
  git('branch', `v${LATEST.release}`, `v${OLDER.release}`);
});

afterAll(() => fs.rmSync(tvm, {recursive: true, force: true}));

function site(files: Record<string, string>): string {
  const root = temporary();
  onTestFinished(() => fs.rmSync(root, {recursive: true, force: true}));
  lay(
    root,
    Object.fromEntries(
      Object.entries(files).map(([name, body]) => [name, `---\ntitle: a\n---\n\n${body}\n`]),
    ),
  );
  return root;
}

const LINK = '[`Stage`](tvm:python/a.py)';

describe('npm run sources', () => {
  it('finds each line at the tag of the page, from a working tree or a Git directory', () => {
    for (const directory of [tvm, path.join(tvm, '.git')]) {
      const root = site({'docs/a.md': LINK, [`${OLDER.directory}/a.md`]: LINK});
      const sources = readPages(root);
      expect(updateRecords(root, sources, new TaggedSource(directory))).toEqual({
        faults: [],
        links: 2,
        records: 2,
      });
      expect(readSourceRecords(root, LATEST.release)).toEqual({
        'python/a.py': {Stage: {line: 2, text: 'class Stage:'}},
      });
      expect(readSourceRecords(root, OLDER.release)).toEqual({
        'python/a.py': {Stage: {line: 1, text: 'class Stage:'}},
      });
      expect(sourceLinkFaults(root)).toEqual([]);
    }
  });

  it('tells all that is wrong at once and records the rest', () => {
    const root = site({
      'docs/a.md': `${LINK}\n\n[\`run\`](tvm:python/a.py)\n\n[\`run\`](tvm:python/a.py#Other)\n\n[\`Stge\`](tvm:python/a.py)`,
      'docs/b.md': '[`Stage`](tvm:python/b.py)\n\n[看](tvm:python/a.py)',
      [`${OLDEST.directory}/c.md`]: LINK,
    });
    const {faults, links} = updateRecords(root, readPages(root), new TaggedSource(tvm));
    expect(links).toBe(2);
    expect(readSourceRecords(root, LATEST.release)).toMatchObject({
      'python/a.py': {Stage: {line: 2}},
      'python/a.py#Other': {run: {line: 8}},
    });
    const report = formatFaults(faults);
    expect(report).toMatch(
      /docs\/a\.md:7 .*run 有 2 处定义\n.*tvm:python\/a\.py#Stage.*\n.*3: def run\(self\):（在 Stage 里）\n/,
    );
    expect(report).toMatch(/docs\/a\.md:11 .*没有 Stge\n.*相近的有：Stage/);
    expect(report).toMatch(/docs\/b\.md:5 .*没有文件 python\/b\.py\n.*改成 python\/a\.py/);
    expect(report).toMatch(/docs\/b\.md:7 .*「看」不是反引号里的一个符号/);
    expect(report).toMatch(/version-0\.10\.0\/c\.md:5 .*没有标签 v0\.10\.0/);
  });
});

describe('the check without TVM', () => {
  it('names links without a record, and records without a link at their lines', () => {
    const root = site({'docs/a.md': LINK});
    updateRecords(root, readPages(root), new TaggedSource(tvm));
    const told = (text: string) => {
      lay(root, {'docs/a.md': text});
      return formatFaults(sourceLinkFaults(root));
    };
    expect(told('---\ntitle: a\n---\n\n[`Other`](tvm:python/a.py)\n')).toMatch(
      /docs\/a\.md:5 .*没有 python\/a\.py 的 Other\n.*npm run sources -- --tvm/,
    );
    expect(told('---\ntitle: a\n---\n')).toMatch(
      /data\/sources\/0\.13\.0\.json:5 {2}没有页面用到 python\/a\.py 的 Stage\n.*--prune/,
    );
    const sources = readPages(root);
    expect(pruneRecords(root, sources)).toBe(1);
    expect(fs.existsSync(path.join(root, `data/sources/${LATEST.release}.json`))).toBe(false);
  });

  it('asks a post for its release', () => {
    const root = site({'blog/2026-01-01-a.md': LINK});
    expect(formatFaults(sourceLinkFaults(root))).toMatch(
      /2026-01-01-a\.md:5 .*没有写是哪个版本\n.*tvm: 版本/,
    );
    lay(root, {'blog/2026-01-01-a.md': `---\ntvm: ${LATEST.release}\n---\n\n${LINK}\n`});
    expect(updateRecords(root, readPages(root), new TaggedSource(tvm)).records).toBe(1);
  });
});

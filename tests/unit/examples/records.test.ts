import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {readPageRecords, readRecords} from '../../../src/content/exampleRecords';
import {codeHash, fenceHashes} from '../../../src/content/codeHash';
import {summarise, type PageRecord} from '../../../src/site/examples';
import {parseFences} from '../../../src/site/fences';
import {checkSite} from '../../../tools/examples/audit';
import {selectPages} from '../../../tools/examples/options';
import {readExamplePages, readSources} from '../../../tools/examples/pages';
import {formatProblem} from '../../../tools/examples/problems';
import {formatTable} from '../../../tools/examples/progress';
import {parseRequirements} from '../../../tools/examples/requirements';
import {dropRecords, updatePageRecords} from '../../../tools/examples/results';
import {changedPages} from '../../../tools/examples/session';
import {LATEST, OLDER, OLDEST} from '../../support/releases';
import {runHere} from '../../support/runCommand';

const CODE = '---\ntitle: a\n---\n\n```python\nprint(1)\n```\n\n```text output\n1\n```\n\n```python norun="没有 GPU"\nx\n```\n';

function record(markdown: string, change: Partial<PageRecord> = {}): PageRecord {
  const [run = '', norun = ''] = fenceHashes(parseFences(markdown));
  return {
    hash: codeHash(markdown),
    tvm: LATEST.release,
    commit: null,
    environment: LATEST.release,
    python: '3.11.7',
    date: '2026-01-31',
    packages: {numpy: '1.24.3'},
    fences: [
      {kind: 'python', result: 'ok', hash: run},
      {kind: 'python', result: 'norun', hash: norun, reason: '没有 GPU'},
    ],
    ...change,
  };
}

let root: string;

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, name)), {recursive: true});
  writeFileSync(path.join(root, name), text);
}

function report(): string[] {
  return checkSite(root).problems.map((problem) => formatProblem(problem).split('\n')[0]);
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'examples-unit-'));
  onTestFinished(() => rmSync(root, {recursive: true, force: true}));
  write('docs/a.md', CODE);
  updatePageRecords(root, LATEST.release, {'docs/a.md': record(CODE)});
});

describe('the check', () => {
  test('passes where pages and records agree, and prose may change', () => {
    write('docs/a.md', CODE.replace('title: a', 'title: b').concat('\n更多正文\n'));
    write('docs/no_code.md', '正文\n\n```cpp\nint x;\n```\n');
    expect(report()).toEqual([]);
  });

  test('fails where code or an output changed', () => {
    write('docs/a.md', CODE.replace('text output\n1', 'text output\n2'));
    expect(report()).toEqual(['docs/a.md:5（第 1 段）：代码或输出在上次运行（2026-01-31）之后改过']);
    write('docs/a.md', CODE.replace('\nx\n', '\ny\n'));
    expect(report()).toEqual(['docs/a.md:13（第 2 段）：代码或输出在上次运行（2026-01-31）之后改过']);
  });

  test('fails where a page was never run', () => {
    write(`${OLDER.directory}/b.md`, CODE);
    expect(report()).toEqual([`${OLDER.directory}/b.md:5：没有运行记录`]);
  });

  test('fails where a fence failed, at its line', () => {
    const fences: PageRecord['fences'] = [
      {kind: 'python', result: 'failed', hash: '', reason: '超过时限 300 秒'},
      {kind: 'python', result: 'skipped', hash: ''},
    ];
    updatePageRecords(root, LATEST.release, {'docs/a.md': record(CODE, {fences})});
    expect(report()).toEqual([
      'docs/a.md:5（第 1 段）：上次运行失败：超过时限 300 秒',
      'docs/a.md:13（第 2 段）：上次没有执行到这里',
    ]);
  });

  test('leaves a page whose fences are wrong, e.g. without a reason, to the check of pages', () => {
    const page = CODE.replace('norun="没有 GPU"', 'norun');
    write('docs/a.md', page);
    updatePageRecords(root, LATEST.release, {'docs/a.md': record(page)});
    expect(checkSite(root)).toMatchObject({broken: ['docs/a.md'], problems: []});
  });

  test('fails where an output belongs to no fence', () => {
    const page = CODE.replace('```text output', '正文\n\n```text output');
    write('docs/a.md', page);
    updatePageRecords(root, LATEST.release, {'docs/a.md': record(page)});
    expect(report()).toEqual(['docs/a.md:11：输出块上方没有运行的代码块']);
  });

  test('fails where the page asks for another environment', () => {
    write('docs/a.md', CODE.replace('title: a', `title: a\nenvironment: ${LATEST.release}-paddle`));
    expect(report()[0]).toContain(`页面要的是 ${LATEST.release}-paddle`);
  });

  test('fails where the pinned packages are not those of the run', () => {
    write(`examples/requirements-${LATEST.release}.txt`, 'numpy==1.26.0\n');
    expect(report()[0]).toContain(`用 numpy 1.24.3 运行，而 examples/requirements-${LATEST.release}.txt 写的是 1.26.0`);
  });

  test('fails where a record has no page', () => {
    updatePageRecords(root, LATEST.release, {'docs/gone.md': record(CODE)});
    expect(report()).toEqual([`docs/gone.md:1：examples/results/${LATEST.release}/index.json 里有它的记录，但没有这样的页面或代码`]);
  });

  test('fails where a post has code and no release, and takes it with one', () => {
    write('blog/post.md', CODE);
    expect(report()).toEqual(['blog/post.md:5：文章有要运行的代码，但没有写是哪个 TVM']);
    write('blog/post.md', CODE.replace('title: a', `title: a\ntvm: '${LATEST.release}'`));
    expect(report()).toEqual(['blog/post.md:6：没有运行记录']);
  });
});

describe('the pages to run', () => {
  test('with --changed are those that a record does not vouch for', () => {
    write('docs/b.md', CODE);
    write('docs/c.md', CODE);
    updatePageRecords(root, LATEST.release, {
      'docs/b.md': record(CODE, {fences: [{kind: 'python', result: 'failed', hash: '', reason: ''}]}),
    });
    const {pages} = readExamplePages(root);
    expect(changedPages(root, pages).map((page) => page.path)).toEqual(['docs/b.md', 'docs/c.md']);
  });

  test('with --page are found by their path or the end of it', () => {
    write('docs/tutorial/a.md', CODE);
    write(`${OLDEST.directory}/tutorial/a.md`, CODE);
    const sources = readSources(root);
    const select = (...names: string[]) => selectPages(sources, names).map((page) => page.file);
    expect(select('tutorial/a')).toEqual(['docs/tutorial/a.md', `${OLDEST.directory}/tutorial/a.md`]);
    expect(select('docs/a.md')).toEqual(['docs/a.md']);
    expect(() => select('nothing')).toThrow('没有页面「nothing」');
  });

  test('with --page are read though another has a conflict', () => {
    write('docs/tutorial/a.md', CODE);
    write('docs/tutorial/b.md', `${CODE}\n<<<<<<< 0.12.0\n一\n=======\n二\n>>>>>>> 0.13.0\n`);
    const chosen = selectPages(readSources(root), ['tutorial/a']);
    expect(readExamplePages(root, chosen).pages.map((page) => page.path)).toEqual(['docs/tutorial/a.md']);
    expect(() => readExamplePages(root)).toThrow('合并留下了冲突标记');
  });

  test('leave out drafts of folders that Docusaurus leaves out', () => {
    write('docs/_parts/a.md', CODE);
    expect(readExamplePages(root).pages.map((page) => page.path)).toEqual(['docs/a.md']);
  });
});

describe('the files of records', () => {
  test('are the same whatever order pages finish in, one a section', () => {
    updatePageRecords(root, LATEST.release, {'docs/z.md': record('z'), 'docs/0.md': record('0'), 'docs/how_to/b.md': record('b')});
    const file = path.join(root, `examples/results/${LATEST.release}/index.json`);
    const once = readFileSync(file, 'utf8');
    updatePageRecords(root, LATEST.release, {'docs/0.md': undefined});
    updatePageRecords(root, LATEST.release, {'docs/0.md': record('0')});
    expect(readFileSync(file, 'utf8')).toBe(once);
    expect(once.split('\n').filter((line) => line.includes('.md'))).toHaveLength(3);
    expect(readdirSync(path.dirname(file)).sort()).toEqual(['how_to.json', 'index.json']);
    updatePageRecords(root, LATEST.release, {'docs/how_to/b.md': undefined});
    expect(readdirSync(path.dirname(file))).toEqual(['index.json']);
  });

  test('give back what was written', () => {
    const measured = {cores: 2, processor: 'a', threads: 2, date: '2026-01-31', outputs: ['1 ms']};
    const written = record(CODE, {varied: '2026-01-31', measured});
    updatePageRecords(root, LATEST.release, {'docs/a.md': written});
    expect(readRecords(root, LATEST.release).pages['docs/a.md']).toEqual(written);
  });

  test('loses the record of a page that is named, of that release alone', () => {
    updatePageRecords(root, LATEST.release, {'docs/gone.md': record(CODE)});
    updatePageRecords(root, OLDER.release, {'docs/gone.md': record(CODE)});
    expect(() => dropRecords(root, [`${OLDER.directory}/gone.md`, 'docs/gon.md'])).toThrow(
      '没有「docs/gon.md」的记录。办法：写站点根目录下的路径，如 docs/gone.md',
    );
    dropRecords(root, [`${OLDER.directory}/gone.md`]);
    expect(Object.keys(readRecords(root, LATEST.release).pages)).toEqual(['docs/a.md', 'docs/gone.md']);
    expect(readRecords(root, OLDER.release).pages).toEqual({});
  });

  test('has no record that a run of another page dropped', async () => {
    updatePageRecords(root, LATEST.release, {'docs/gone.md': record(CODE)});
    await runHere(path.resolve('tools/examples/index.ts'), ['--site', root, '--changed']);
    expect(Object.keys(readRecords(root, LATEST.release).pages)).toEqual(['docs/a.md', 'docs/gone.md']);
  });

  test('names a page by its release and its place in the tree, which stay when the tree is cut', () => {
    write(`${OLDER.directory}/a.md`, CODE);
    updatePageRecords(root, OLDER.release, {'docs/a.md': record(CODE, {tvm: OLDER.release, environment: OLDER.release})});
    expect(report()).toEqual([]);
    expect([...readPageRecords(root)].map(([file, {tvm}]) => [file, tvm])).toEqual([
      ['docs/a.md', LATEST.release],
      [`${OLDER.directory}/a.md`, OLDER.release],
    ]);
  });

  test('that was damaged is named, with the cure', () => {
    write(`examples/results/${LATEST.release}/index.json`, '{"docs/a.md": ');
    expect(() => readRecords(root, LATEST.release)).toThrow(/不是 JSON[^]*index\.json:1 {2}读不懂[^]*办法：.*从 Git 恢复/);
  });
});

test('the line on the page counts Python fences', () => {
  expect(summarise(record(CODE))).toEqual({passed: true, total: 2, executed: 1});
});

test('pins are read without options, comments and local versions', () => {
  const text = '# 注释\n-r base.txt\nTyping_Extensions==4.16.0 ; python_version > "3"\ntorch == 2.13.0+cpu\nscipy>=1\n';
  expect([...parseRequirements(text)]).toEqual([
    ['typing-extensions', '4.16.0'],
    ['torch', '2.13.0'],
  ]);
});

test('columns line up where cells hold Chinese', () => {
  expect(
    formatTable([
      ['环境', '页'],
      [LATEST.release, '12'],
    ]),
  ).toBe(`环境    页\n${LATEST.release}  12`);
});

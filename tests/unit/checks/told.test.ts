/** Mistakes that were told, but at another place, with another cure, or more than once. */
import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {codeHash, fenceHashes} from '@site/src/content/codeHash';
import {checkContent} from '@site/src/content/checks';
import {faultsOf} from '@site/src/content/checks/fault';
import {duplicateAnchorFaults, fileNameFaults} from '@site/src/content/checks/duplicates';
import {ownFaults, syntaxFault} from '@site/src/content/checks/frontMatter';
import {keyFaults} from '@site/src/content/checks/frontMatterKeys';
import type {DocRoute} from '@site/src/content/routes';
import {linkFaults} from '@site/src/content/checks/links';
import {markFaults} from '@site/src/content/checks/marks';
import {pageSourceFaults, unusedRecordFaults} from '@site/src/content/checks/sourceLinks';
import {contentProblems} from '@site/src/content/checks/text';
import {versionListFaults} from '@site/src/content/checks/versionList';
import {formatPageRecords, pageRecordFile} from '@site/src/content/exampleRecords';
import {readJson} from '@site/src/content/json';
import {Page, readPage, readPages} from '@site/src/content/pages';
import {fenceFaults} from '@site/src/site/fenceFaults';
import {parseFences} from '@site/src/site/fences';
import {checkSite} from '../../../tools/examples/audit';
import {LATEST, OLDER, OLDEST} from '../../support/releases';
import {siteFolder} from '../../support/siteFolder';

describe('A fence that is not closed', () => {
  const faults = (text: string) => fenceFaults(parseFences(text));

  it('is told at its line, with what it takes into itself', () => {
    const told = faults('文字。\n\n```python\nx = 1\n\n```text output\n1\n```\n');
    expect(told).toMatchObject([{line: 3, problem: '代码块没有结尾，第 6 行的代码块会显示成它的代码'}]);
    expect(faults('文字。\n\n```python\nx = 1\n')).toMatchObject([
      {line: 3, problem: '代码块没有结尾，它后面的全部内容会显示成它的代码'},
    ]);
  });

  it('is none where fences are shown in a longer one', () => {
    expect(faults('````markdown\n```python\nx\n```\n````\n')).toEqual([]);
  });
});

describe('A page in another encoding', () => {
  const GBK = Buffer.from([0xb1, 0xea, 0xcc, 0xe2]);

  it('has one fault, with the cure, and none is told of what links to it', async () => {
    const root = siteFolder({
      'versions.json': '["0.12.0", "0.10.0"]',
      'data/routes.json': '[]',
      'docs/a.md': Buffer.concat([
        Buffer.from('---\ntitle: '),
        GBK,
        Buffer.from('\n---\n\n```python nroun\n'),
      ]),
      'docs/b.md': '见[甲](a.md#小节)。\n',
    });
    const page = readPage(root, 'docs/a.md');
    expect(syntaxFault(page)).toMatchObject({line: 2, cure: expect.stringContaining('iconv -f GB18030')});
    expect(linkFaults(root, readPage(root, 'docs/b.md'))).toEqual([]);
    const {faults} = await checkContent(root, {}).catch(() => ({faults: [syntaxFault(page)!]}));
    expect(faults.filter(({file}) => file === 'docs/a.md')).toHaveLength(1);
    expect(checkSite(root)).toMatchObject({problems: [], broken: ['docs/a.md']});
  });
});

describe('A link to a symbol without a record', () => {
  const file = `data/sources/${LATEST.release}.json`;
  const targets = {'a.py': {Stage: {line: 1, text: ''}, other: {line: 2, text: ''}}};
  const root = () => siteFolder({[file]: JSON.stringify({targets})});

  it.each([
    ['[`Stgae`](tvm:a.py)', '写错了就改成 [`Stage`](tvm:a.py)'],
    ['[`Stage`](tvm:b.py)', '写错了就改成 [`Stage`](tvm:a.py)'],
    ['[`quite_new`](tvm:c/d.cc)', '运行 npm run sources'],
  ])('%s is answered with the nearest', (text, cure) => {
    const page = new Page('docs/a.md', text);
    const site = root();
    expect(pageSourceFaults(site, page)[0]!.cure).toMatch(
      new RegExp(`^${cure.replace(/[[\]().]/g, '\\$&')}`),
    );
    expect(unusedRecordFaults(site, [page])).toEqual([]);
  });

  it('tells of unused records once all links have theirs', () => {
    const page = new Page('docs/a.md', '[`Stage`](tvm:a.py)');
    expect(unusedRecordFaults(root(), [page])).toMatchObject([{problem: '没有页面用到 a.py 的 other'}]);
  });
});

describe('A link to a page that is gone', () => {
  const cure = (routes: object[], link: string) => {
    const root = siteFolder({
      'data/routes.json': JSON.stringify(routes),
      'docs/a.md': '',
      'docs/te/primitive.md': '',
      'docs/te/index.md': '',
      'docs/vta/index.md': '',
      'docs/tir/tensor_intrin.md': '',
    });
    return linkFaults(root, new Page('docs/a.md', `[看](${link})`))[0]!.cure;
  };

  it('is not sent to another one', () => {
    expect(cure([], 'te/tensorize.md')).toMatch(/^那一页删去了就删去这处链接/);
    expect(cure([], 'vision/index.md')).toMatch(/^那一页删去了就删去这处链接/);
  });

  it('is sent to a page one slip away, and to where the page has moved', () => {
    expect(cure([], 'te/primitve.md')).toBe('改成 ./te/primitive.md');
    expect(cure([], 'vta/indx.md')).toMatch(/^改成 \.\/vta\/index\.md/);
    const moved = {path: '/docs/tir/tensor_intrin', live: ['/docs/te/tensorize'], versions: []};
    expect(cure([moved], 'te/tensorize.md')).toBe('改成 ./tir/tensor_intrin.md');
  });
});

describe('The list of older versions', () => {
  const good = JSON.stringify([OLDER.release, OLDEST.release]);
  const faults = (text: string) => faultsOf(() => versionListFaults(siteFolder({'versions.json': text})));

  it.each([
    [
      `["${OLDER.release}"]`,
      'src/site/versions.ts 里的旧版本不同',
      `写成 ${JSON.stringify([OLDER.release, OLDEST.release])}`,
    ],
    [`["${OLDER.release}", "9.9.9"]`, '9.9.9', 'npm run versions -- new'],
    [good.replace(']', ',]'), '读不懂', '最后一项后面没有逗号'],
  ])('%s is a fault of the file with a cure', (text, problem, cure) => {
    expect(faults(text)).toMatchObject([
      {
        file: 'versions.json',
        line: 1,
        problem: expect.stringContaining(problem),
        cure: expect.stringContaining(cure),
      },
    ]);
  });

  it('is none where it is that of the site', () => {
    expect(faults(good)).toEqual([]);
  });
});

describe('A file that is no JSON', () => {
  it.each([
    ['{\n"a": 1,\n}\n', 2],
    ['{\n"a": "long enough to be cut",\n"b": [1, 2,],\n"c": "long enough to be cut"}\n', 3],
    ['{\n"a": 1\n', 2],
    ['\uFEFF{"a": 1}', 1],
  ])('is told with its line: %j', (text, line) => {
    const root = siteFolder({'data/x.json': text});
    expect(faultsOf(() => [readJson(root, 'data/x.json') as never])).toMatchObject([
      {file: 'data/x.json', line},
    ]);
  });
});

describe('A tag in prose', () => {
  it('is told at its own column', () => {
    expect(contentProblems('第一行。\n\n循环到第 <k> 次，到此为止。\n')).toMatchObject([
      {line: 3, problem: expect.stringMatching(/^第 6 列：/)},
    ]);
  });
});

describe('An example that changed since its run', () => {
  const TEXT =
    '---\ntitle: a\n---\n\n```python\nprint(1)\n```\n\n```text output\n1\n```\n\n```python\nprint(2)\n```\n\n```text output\n2\n```\n';

  it('is told at the fence that changed', () => {
    const fences = fenceHashes(parseFences(TEXT)).map(
      (hash) => ({kind: 'python', result: 'ok', hash}) as const,
    );
    const run = {
      tvm: LATEST.release,
      environment: LATEST.release,
      commit: null,
      python: '3.11',
      packages: {},
    };
    const record = {...run, hash: codeHash(TEXT), date: '2026-01-31', fences};
    const root = siteFolder({
      'docs/a.md': TEXT,
      [pageRecordFile(LATEST.release, 'docs/a.md')]: formatPageRecords({'docs/a.md': record}),
    });
    const told = (text: string) => {
      fs.writeFileSync(path.join(root, 'docs/a.md'), text);
      return checkSite(root).problems.map(({line, fence, message}) => `${line} ${fence} ${message}`);
    };
    expect(told(TEXT.replace('print(2)', 'print(22)'))).toEqual([
      '13 2 代码或输出在上次运行（2026-01-31）之后改过',
    ]);
    expect(told(TEXT.replace('\n2\n', '\n3\n'))).toEqual(['13 2 代码或输出在上次运行（2026-01-31）之后改过']);
    expect(readPages(root)).toHaveLength(1);
  });
});

describe('What only a build told, or nothing', () => {
  const HEAD = `title: 题\ndescription: ${'说'.repeat(50)}`;
  const page = (more: string, body = '正文。', file = 'docs/a.md') =>
    new Page(file, `---\n${HEAD}\n${more}\n---\n\n${body}\n`);

  it('a mark at the beginning of a file', () => {
    expect(syntaxFault(new Page('docs/a.md', `\uFEFF---\n${HEAD}\n---\n`))).toMatchObject({
      line: 1,
      cure: '在编辑器里存为不带 BOM 的 UTF-8',
    });
  });

  it('an anchor that two headings have', () => {
    const text = page('', '## 甲 {/* #same */}\n\n## 乙 {/* #same */}\n\n## 丙 {/* #other */}');
    expect(duplicateAnchorFaults(text)).toMatchObject([
      {line: 9, problem: '锚点 #same 已被第 7 行的标题占用'},
    ]);
  });

  it('a file name that is a poor address, where readers do not know it yet', () => {
    const faults = (file: string, routes: {path: string}[] = []) =>
      fileNameFaults(page('', '', file), routes as DocRoute[]);
    expect(faults('docs/how_to/新的 一页.md')).toHaveLength(1);
    expect(faults('docs/how_to/New_Page.md')[0]!.cure).toContain('docs/how_to/new_page.md');
    expect(faults('docs/how_to/new_page.md')).toEqual([]);
    expect(faults('docs/how_to/FAQ.md', [{path: '/docs/how_to/FAQ'}])).toEqual([]);
  });

  it('a value that Docusaurus refuses', () => {
    expect(keyFaults(page('sidebar_position: 三'))).toMatchObject([
      {line: 4, problem: 'sidebar_position 的值不能是 "三"'},
    ]);
    expect(keyFaults(page('sidebar_position: 3'))).toEqual([]);
  });

  it('a release that the site does not have', () => {
    expect(ownFaults(page('tvm: 9.9.9'))).toMatchObject([{line: 4, problem: '没有版本「9.9.9」'}]);
    expect(ownFaults(page(`tvm: ${OLDER.release}`))).toEqual([]);
  });

  it('a draft of a page that readers know', () => {
    const routes = [{path: '/docs/a', versions: [LATEST.release], page: '', source: ''}];
    expect(ownFaults(page('draft: true'), routes)).toMatchObject([{line: 4}]);
    expect(ownFaults(page('draft: true'), [])).toEqual([]);
  });

  it('a relative link without the ending of its file', () => {
    const root = siteFolder({'data/routes.json': '[]', 'docs/a.md': '', 'docs/install/index.md': ''});
    const cures = (url: string) => linkFaults(root, page('', `[看](${url})`)).map(({cure}) => cure);
    expect(cures('install/index.html')).toEqual(['改成 install/index.md']);
    expect(cures('./install/index')).toEqual(['改成 ./install/index.md']);
    expect(cures('/docs/install')).toEqual([]);
    expect(cures('https://example.com/a.html')).toEqual([]);
  });

  it('a language that is none, a heading without a blank, a footnote without its text', () => {
    expect(fenceFaults(parseFences('```pyhton\nx\n```\n'))).toMatchObject([{line: 1, cure: '改成 python'}]);
    expect(fenceFaults(parseFences('```\nx\n```\n'))).toEqual([]);
    const told = markFaults(page('', '##标题\n\n见 [^1] 和 [^2]，`[^3]`。\n\n[^2]: 内容'));
    expect(told).toMatchObject([{line: 7}, {line: 9, problem: '没有脚注 [^1] 的内容'}]);
  });
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {inflateSync} from 'node:zlib';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {Page, readPages} from '@site/src/content/pages';
import {readQuestions} from '@site/src/content/questions';
import {addressOfFile, offlineVersion, versionFiles} from '@site/src/plugins/offline/files';
import {groupPages, llmsList} from '@site/src/plugins/take-away/llms';
import {inventoryObjects, writeInventory} from '@site/src/plugins/take-away/objectsInventory';
import {takeAwayTexts, translator} from '@site/src/plugins/take-away/texts';
import {filesToChange} from '@site/src/site/offline';
import {newIssueUrl, withLine} from '@site/src/site/report';
import {LATEST, VERSIONS} from '@site/src/site/versions';

const ROOT = path.resolve(__dirname, '../../..');

const doc = (file: string, title: string) =>
  new Page(`${LATEST.directory}/${file}.md`, `---\ntitle: ${title}\ndescription: 讲${title}\n---\n`);

describe('the list of pages for machines', () => {
  const pages = [
    doc('reference/x', '参考'),
    doc('tutorial/index', '教程'),
    doc('tutorial/a', '甲'),
    doc('index', '总览'),
  ];
  const groups = groupPages(
    pages,
    [
      {type: 'doc', id: 'index'},
      {
        type: 'category',
        label: '教程',
        link: {type: 'doc', id: 'tutorial/index'},
        items: [{type: 'doc', id: 'tutorial/a'}],
      },
    ],
    {top: '开始', rest: '其他'},
  );

  it('has them in the order of the sidebar, the others last', () => {
    expect(groups.map(({label, pages: own}) => [label, own.map(({docId}) => docId)])).toEqual([
      ['开始', ['index']],
      ['教程', ['tutorial/index', 'tutorial/a']],
      ['其他', ['reference/x']],
    ]);
  });

  it('names each with its address and what it gives', () => {
    const copying = {siteDir: ROOT, url: 'https://a.example', texts: takeAwayTexts(translator({}))};
    expect(llmsList(copying, '题', '说明', groups.slice(0, 1))).toBe(
      '# 题\n\n> 说明\n\n## 开始\n\n- [总览](https://a.example/docs.md): 讲总览\n',
    );
  });
});

describe('the inventory for Sphinx', () => {
  it('is written as version 2 has it', () => {
    const file = writeInventory('站', '1.0', [
      {name: 'tvm.a.B', role: 'py:class', priority: 1, uri: 'a#tvm.a.B'},
      {name: 'tvm.a.B.c', role: 'py:method', priority: 1, uri: 'a#tvm.a.B'},
      {name: 'x/y', role: 'std:doc', priority: -1, uri: 'x/y', display: '页'},
    ]);
    const head =
      '# Sphinx inventory version 2\n# Project: 站\n# Version: 1.0\n# The remainder of this file is compressed using zlib.\n';
    const length = Buffer.byteLength(head);
    expect(file.subarray(0, length).toString()).toBe(head);
    expect(inflateSync(file.subarray(length)).toString()).toBe(
      'tvm.a.B py:class 1 a#$ -\ntvm.a.B.c py:method 1 a#tvm.a.B -\nx/y std:doc -1 x/y 页\n',
    );
  });

  it.each(VERSIONS.map((version) => [version.release, version] as const))(
    'has the names of %s',
    (_, version) => {
      const objects = inventoryObjects(ROOT, version, []);
      const build = objects.find(({name}) => name === 'tvm.relay.build');
      expect(build).toMatchObject({role: 'py:function', uri: 'reference/api/python/relay#tvm.relay.build'});
      expect(objects.some(({role}) => role === 'py:method')).toBe(true);
      // Blanks would end a name or an address.
      expect(objects.filter(({name, uri}) => /\s/.test(name + uri))).toEqual([]);
    },
  );
});

it('Questions are the headings of the pages of questions, with the beginnings of their answers', () => {
  const found = readPages(ROOT).flatMap((page) =>
    readQuestions(page).map((one) => ({...one, file: page.file})),
  );
  expect(new Set(found.map(({file}) => path.basename(file)))).toEqual(new Set(['FAQ.md', 'errors.md']));
  expect(found.length).toBeGreaterThan(150);
  expect(
    found.filter(({question, answer}) => !question || answer.length < 10 || /[`]/.test(question)),
  ).toEqual([]);
});

describe('a report', () => {
  it('fills in the form, and takes another line', () => {
    const url = newIssueUrl('https://git.example/a', {title: '题：', lines: ['页面：x', '版本：1']});
    const {pathname, searchParams} = new URL(withLine(url, '小节：甲 & 乙'));
    expect(pathname).toBe('/a/issues/new');
    expect(searchParams.get('title')).toBe('题：');
    expect(searchParams.get('body')).toBe('页面：x\n版本：1\n小节：甲 & 乙\n\n');
  });
});

describe('the files of a version', () => {
  let out: string;
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(out, name)), {recursive: true});
    fs.writeFileSync(path.join(out, name), text);
  };

  beforeEach(() => {
    out = fs.mkdtempSync(path.join(os.tmpdir(), 'offline-'));
    const older = VERSIONS[1]!.path.slice(1);
    write('index.html', '<img src=/img/home.svg>');
    write('docs.html', '');
    write('docs/a.html', '<img src="/img/a.svg" /><img src=/img/none.svg>');
    write('docs/a.py', '');
    write(`${older}.html`, '');
    write(`${older}/a.html`, '<img src=/img/old.svg>');
    ['img/home.svg', 'img/a.svg', 'img/old.svg', 'assets/js/main.js'].forEach((name) => write(name, name));
    write('search-index/docs-default-current/entry.json', '');
    write(`search-index/docs-default-${VERSIONS[1]!.release}/entry.json`, '');
  });

  afterEach(() => fs.rmSync(out, {recursive: true}));

  it('are its pages, what they show, the code and its search, and nothing of another version', () => {
    expect(versionFiles(out, '/', LATEST)).toEqual({
      pages: ['docs.html', 'docs/a.html'],
      rest: [
        'index.html',
        'assets/js/main.js',
        'img/a.svg',
        'img/home.svg',
        'search-index/docs-default-current/entry.json',
      ],
    });
  });

  it('are told by their addresses, and change the build when one of them changes', () => {
    const {summary, files} = offlineVersion(out, '/', LATEST);
    expect(files.map(([url]) => url).slice(0, 3)).toEqual(['/docs', '/docs/a', '/']);
    expect(summary).toMatchObject({release: LATEST.release, pages: 2, list: '/docs/offline-files.json'});
    write('img/a.svg', 'other');
    const next = offlineVersion(out, '/', LATEST);
    expect(next.summary.build).not.toBe(summary.build);
    expect(filesToChange(files, next.files)).toEqual({fetched: ['/img/a.svg'], removed: []});
    expect(filesToChange(files, files.slice(1))).toEqual({fetched: [], removed: ['/docs']});
  });

  it.each([
    ['index.html', '/tvm/'],
    ['404.html', '/tvm/404.html'],
    ['docs/0.12.0/a.html', '/tvm/docs/0.12.0/a'],
    ['docs/index.html', '/tvm/docs'],
    ['img/图.svg', '/tvm/img/%E5%9B%BE.svg'],
  ])('%s has the address %s', (file, address) => {
    expect(addressOfFile('/tvm/', file)).toBe(address);
  });
});

import fs from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {filesUnder} from '@site/src/build/files';
import {inputsOf} from '@site/src/build/inputs';
import {formatPageRecords, pageRecordFile} from '@site/src/content/exampleRecords';
import {type ProbeRun, probeRecordFile} from '@site/src/content/probeRecords';
import type {Results} from '@site/src/site/examples';
import {FixtureSite} from './support/fixture';

const PAGE = 'docs/formula.md';
const TEXT = [
  '---',
  'title: 公式',
  'description: 这一页只为构建测试而写，里面有一个公式：读者读完能确认换了站点路径以后样式的地址跟着变。',
  '---',
  '',
  '公式 $x^2$。',
  '',
  '```python',
  'print(1)',
  '```',
  '',
].join('\n');

const RUN: Results['pages'][string] = {
  hash: '',
  tvm: '0.13.0',
  commit: null,
  environment: '0.13.0',
  python: '3.11.7',
  date: '2001-02-03',
  packages: {},
  fences: [{kind: 'python', result: 'ok', hash: ''}],
};

const ENTRY = 'docs/reference/api/python/te.md';
const PROBES = probeRecordFile(RUN.tvm, 'examples/probes/te.py');
const PROBED = {
  ...{hash: '', tvm: RUN.tvm, commit: null, python: RUN.python, date: RUN.date, complete: false},
  probes: [{name: 'tvm.te.placeholder', quotes: ['张量'], result: 'ok', line: 1}],
} satisfies ProbeRun;

let site: FixtureSite;

beforeAll(() => {
  site = new FixtureSite();
  site.change({
    [PAGE]: TEXT,
    [pageRecordFile(RUN.tvm, PAGE)]: formatPageRecords({}),
    [ENTRY]: [
      '---',
      'title: 条目',
      'description: 这一页只为构建测试而写，里面有一个条目：读者读完能确认断言的运行记录变了，页面也跟着变。',
      'upstream: reference/api/python/te.html',
      '---',
      '',
      '## 组',
      '',
      '### placeholder {/* #tvm.te.placeholder */}',
      '',
      '```python signature',
      'tvm.te.placeholder()',
      '```',
      '',
      '张量。',
      '',
    ].join('\n'),
    [PROBES]: JSON.stringify({...PROBED, probes: []}),
  });
});

afterAll(() => site.remove());

/** Builds the site. */
async function build(env: Record<string, string> = {}) {
  const {code, output, outDir} = await site.build({env});
  expect(code, output).toBe(0);
  const html = fs.readFileSync(path.join(outDir, 'docs/formula.html'), 'utf8');
  return {
    html,
    entry: fs.readFileSync(path.join(outDir, 'docs/reference/api/python/te.html'), 'utf8'),
    /** Address of the stylesheet of formulas on the page. */
    stylesheet: /href="?([^"\s>]*katex[^"\s>]*\.css)/.exec(html)?.[1],
    script: filesUnder(path.join(outDir, 'assets/js'))
      .map((file) => fs.readFileSync(file, 'utf8'))
      .join('\n'),
  };
}

describe('With the cache of the build before', () => {
  it('what the build runs or reads in its own rooms decides whether the cache holds', async () => {
    const reads = path.join(site.dir, 'reads.txt');
    const {html, entry, stylesheet} = await build({
      READS: reads,
      NODE_OPTIONS: `--require=${path.join(__dirname, 'support/reads.cjs')}`,
    });
    expect(stylesheet).toMatch(/^\/katex\//);
    expect(html + entry).not.toContain(RUN.date);
    const inputs = new Set(inputsOf(site.dir, 'docusaurus.config.ts'));
    const own = fs
      .readFileSync(reads, 'utf8')
      .split('\n')
      .map((file) => path.relative(site.dir, file).split(path.sep).join('/'))
      .filter((file) => /^(?:src|data|examples)\//.test(file) && fs.existsSync(path.join(site.dir, file)))
      .filter(
        (file) => !/^src\/(?:pages|components|theme|css|client|search|browser|.*\/browser)\//.test(file),
      );
    expect(own).toEqual(expect.arrayContaining(['data/api/0.13.0.json', PROBES]));
    expect(own.filter((file) => !inputs.has(path.join(site.dir, file)))).toEqual([]);
  }, 480_000);

  it('a change of a loader is in the site', async () => {
    site.replace(
      'src/speed/articles/loader.js',
      '{metadata: _metadata,',
      '{changedLoader: true, metadata: _metadata,',
    );
    expect((await build()).html).toContain('changedLoader');
  }, 480_000);

  it('a new record of a run or of assertions, and a change of a message or a mended fault, are in the site', async () => {
    site.change({
      [pageRecordFile(RUN.tvm, PAGE)]: formatPageRecords({[PAGE]: RUN}),
      [PROBES]: JSON.stringify(PROBED),
    });
    site.replace('i18n/zh-Hans/code.json', '搜索文档', 'changedMessage');
    site.replace('src/fixes/storageWarning.ts', 'Warning(err)', 'Warning(err, "changedFix")');
    const {html, entry, script} = await build();
    expect.soft(html).toContain(RUN.date);
    expect.soft(entry).toContain('1 处断言成立');
    expect.soft(script.includes('changedFix')).toBe(true);
    expect.soft(script.includes('changedMessage')).toBe(true);
  }, 480_000);

  it('other settings, and then the first ones again, are those settings', async () => {
    expect((await build({BASE_URL: '/tvm/'})).stylesheet).toMatch(/^\/tvm\/katex\//);
    expect((await build()).stylesheet).toMatch(/^\/katex\//);
  }, 960_000);
});

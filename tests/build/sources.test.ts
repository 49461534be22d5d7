import fs from 'node:fs';
import path from 'node:path';
import {Parser} from 'htmlparser2';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {filesUnder} from '../../src/build/files';
import {INDEX_PATH} from '../../src/site/searchIndex';
import {PROBE_RESULTS, type ProbeRun, probeRecordFile} from '../../src/content/probeRecords';
import {type BuildResult, FixtureSite} from './support/fixture';
import {LATEST, OLDER, OLDEST} from '../support/releases';

const LINK = '见 [`Stage`](tvm:python/tvm/te/schedule.py)，写成 ``[`Stage`](tvm:文件)``。';
const MARKDOWN_FILE = '文件 [`Install`](tvm:docs/README.md)。';

let site: FixtureSite;
let result: BuildResult;

function page(title: string, body: string, more = ''): string {
  const description = `这一页只为构建测试而写，读者读完能确认指向源代码的链接带着行号和图标，这里讲的是${title}`;
  return `---\ntitle: ${title}\ndescription: ${description}\n${more}---\n\n${body}\n`;
}

function records(version: string, line: number, more: object = {}): string {
  const targets = {'python/tvm/te/schedule.py': {Stage: {line, text: 'class Stage(Object):'}}, ...more};
  return JSON.stringify({version, targets});
}

const ENTRY =
  '## 组\n\n### placeholder {/* #tvm.te.placeholder */}\n\n```python signature\ntvm.te.placeholder()\n```\n\n一个占位的张量。';
const UPSTREAM = 'upstream: reference/api/python/te.html\n';
const PROBES = 'examples/probes/te.py';
const PROBED: ProbeRun = {
  hash: '',
  tvm: LATEST.release,
  commit: null,
  python: '3.11.7',
  date: '2001-02-03',
  complete: false,
  probes: [{name: 'tvm.te.placeholder', quotes: ['占位', '张量'], result: 'ok', line: 11}],
};

const read = (name: string) => fs.readFileSync(path.join(result.outDir, `${name}.html`), 'utf8');

/** Attributes of the links to the source on a page. */
function sourceLinks(html: string): Record<string, string>[] {
  const links: Record<string, string>[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) =>
      name === 'a' && attributes.class?.includes('source-link') && links.push(attributes),
  });
  parser.end(html);
  return links;
}

beforeAll(async () => {
  site = new FixtureSite();
  fs.rmSync(path.join(site.dir, PROBE_RESULTS), {recursive: true, force: true});
  const markdown = {'docs/README.md': {Install: {line: 3, text: '# Install'}}};
  site.change({
    'docs/source.md': page(
      '零点一三',
      `## [\`Stage\`](tvm:python/tvm/te/schedule.py)\n\n${LINK}\n\n${MARKDOWN_FILE}`,
    ),
    'docs/reference/api/python/te.md': page('条目', ENTRY, UPSTREAM),
    [`${OLDER.directory}/reference/api/python/te.md`]: page('旧条目', ENTRY, UPSTREAM),
    [probeRecordFile(LATEST.release, PROBES)]: JSON.stringify(PROBED),
    'docs/component.mdx': page('组件', `<b>文字</b>\n\n${LINK}`),
    [`${OLDER.directory}/source.md`]: page('零点一二', LINK),
    [`${OLDEST.directory}/source.md`]: page(
      '零点一零',
      LINK,
      'requires:\n  options: [USE_BLAS]\n  commands: [qemu-arm, gcc]\n',
    ),
    'blog/2025-02-02-x.md': page(
      '文章',
      `开头。\n\n{/* truncate */}\n\n${LINK}`,
      `slug: x\nauthors: [team]\ntvm: ${OLDER.release}\n`,
    ),
    [`data/sources/${LATEST.release}.json`]: records(LATEST.release, 13, markdown),
    [`data/sources/${OLDER.release}.json`]: records(OLDER.release, 12),
    [`data/sources/${OLDEST.release}.json`]: records(OLDEST.release, 10),
  });
  result = await site.build();
  if (result.code !== 0) {
    throw new Error(result.output);
  }
});

afterAll(() => site.remove());

it.each([
  ['docs/source', `v${LATEST.release}`, 13],
  ['docs/component', `v${LATEST.release}`, 13],
  [`docs/${OLDER.release}/source`, `v${OLDER.release}`, 12],
  [`docs/${OLDEST.release}/source`, `v${OLDEST.release}`, 10],
  ['blog/x', `v${OLDER.release}`, 12],
])('%s leads to the line at its tag, beside the page', (name, tag, line) => {
  expect(sourceLinks(read(name)).at(name === 'docs/source' ? -2 : -1)).toMatchObject({
    href: `https://github.com/apache/tvm/blob/${tag}/python/tvm/te/schedule.py#L${line}`,
    target: '_blank',
    rel: 'noopener',
    title: `python/tvm/te/schedule.py:${line}`,
    'aria-label': `Stage，TVM ${tag.slice(1)} 的源代码，在新标签页打开`,
  });
});

it('a Markdown file of the source is no page of the site', () => {
  expect(sourceLinks(read('docs/source')).at(-1)!.href).toBe(
    `https://github.com/apache/tvm/blob/v${LATEST.release}/docs/README.md#L3`,
  );
});

it('the syntax in code stays as it is', () => {
  expect(read('docs/source')).toContain('<code>[`Stage`](tvm:文件)</code>');
});

it('the page says how many were checked', () => {
  expect(read('docs/source')).toContain(`3 处源代码链接已在 TVM ${LATEST.release} 的标签上核对`);
  expect(read('blog/x')).toContain(`1 处源代码链接已在 TVM ${OLDER.release} 的标签上核对`);
});

it('the page says what running it takes', () => {
  expect(read(`docs/${OLDEST.release}/source`).replace(/<[^>]*>/g, '')).toContain(
    '运行示例还需要： 构建 TVM 时打开 USE_BLAS；命令 qemu-arm、gcc',
  );
  expect(read('docs/source')).not.toContain('运行示例还需要');
});

it('an entry says how many assertions hold for it on its version, and leads to their code', () => {
  const links: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) =>
      name === 'a' && attributes.class?.includes('proofs') && links.push(attributes.href!),
  });
  const [page, older] = ['docs', `docs/${OLDER.release}`].map((tree) =>
    read(`${tree}/reference/api/python/te`),
  );
  parser.end(page);
  expect(links).toEqual([`https://github.com/hyperai/tvm-cn/blob/main/${PROBES}#L11`]);
  expect(page).toContain('2 处断言成立');
  expect(page).toContain(`这一页有 2 处断言在 TVM ${LATEST.release} 上成立（2001-02-03 运行）`);
  expect(older).toContain(`这一页的断言还没有在 TVM ${OLDER.release} 上运行`);
  expect(older).not.toMatch(/class="?proofs|处断言成立/);
  expect(read('index')).toContain('；2 处断言成立');
});

it('what assertions came to is not searched for', () => {
  const index = filesUnder(path.join(result.outDir, INDEX_PATH)).map((file) => fs.readFileSync(file, 'utf8'));
  expect(index.some((text) => text.includes('一个占位的张量'))).toBe(true);
  expect(index.filter((text) => text.includes('断言'))).toEqual([]);
});

import {describe, expect, it} from 'vitest';
import {toRecords} from '@site/src/plugins/search/records';
import {makeIndex} from '@site/src/plugins/search/writeIndex';
import {createEmbeddedEngine} from '@site/src/search/embeddedEngine';

const TAG = 'docs-default-current';

/** A page of a section for its text and one for each heading below. */
function page(
  url: string,
  title: string,
  text: string,
  sections: Record<string, string> = {},
  aliases: string[] = [],
) {
  const headings = Object.entries(sections).map(([heading, prose]) => ({
    anchor: heading,
    headings: [undefined, undefined, heading],
    level: 2,
    prose,
    code: '',
  }));
  return toRecords(
    {
      tag: TAG,
      language: 'zh-Hans',
      title,
      aliases,
      sections: [{headings: [], level: 1, prose: text, code: ''}, ...headings],
    },
    url,
    '文档',
  );
}

const PAGES = [
  page('/docs/how_to/compile/paddle', '编译 PaddlePaddle 模型', '用 from_paddle 导入模型。'),
  page('/docs/how_to/deploy/android', '部署到 Android', '在手机上部署模型。'),
  page('/docs/schedule', '调度原语', '每个原语改写循环。', {reorder: '交换循环的次序。'}),
  page('/docs/schedule_more', '其他', '这里提到调度原语，也提到模型和部署。'),
  page('/docs/gemm', '在 CPU 上优化矩阵乘', '分块。', {}, ['opt_gemm']),
  page('/docs/cost', '调优', '成本模型给候选打分。'),
];
const files = makeIndex(process.cwd(), PAGES);
const asked: string[] = [];
const engine = createEmbeddedEngine('/', async (url) => {
  const name = url.slice(`/search-index/${TAG}/`.length);
  asked.push(name.replace(/^[\da-f]{8}\//, ''));
  return JSON.parse(JSON.stringify(files.get(name))) as unknown;
});

const search = (query: string) =>
  engine.search(query, {tags: [TAG, 'default'], language: 'zh-Hans', page: 0, snippetWords: 10});
const first = async (query: string) => (await search(query)).hits[0]?.url;

describe('the embedded engine', () => {
  it.each([
    ['a title before a mention', '调度原语', '/docs/schedule'],
    ['a section', '交换循环的次序', '/docs/schedule#reorder'],
    ['a company by its name in Chinese', '飞桨', '/docs/how_to/compile/paddle'],
    ['a system by its name in Chinese', '安卓', '/docs/how_to/deploy/android'],
    ['another word for a term', '\u4ee3\u4ef7\u6a21\u578b', '/docs/cost'],
    ['the English word for a term', 'schedule primitives', '/docs/schedule'],
    ['pinyin', 'diaoduyuanyu', '/docs/schedule'],
    ['the first letters of pinyin', 'ddyy', '/docs/schedule'],
    ['traditional characters', '調度原語', '/docs/schedule'],
    ['full-width letters', '\uff50\uff41\uff44\uff44\uff4c\uff45', '/docs/how_to/compile/paddle'],
    ['another name of the page', 'opt_gemm', '/docs/gemm'],
    ['a misspelt word', 'anrdoid', '/docs/how_to/deploy/android'],
    ['a beginning', 'paddlep', '/docs/how_to/compile/paddle'],
    ['what the reader wants to do', '加载模型', '/docs/how_to/compile/paddle'],
  ])('finds %s', async (_, query, url) => {
    expect(await first(query)).toBe(url);
  });

  it('finds nothing for what is not there', async () => {
    expect(await search('zzqqxxyy')).toEqual({hits: [], nbHits: 0});
    expect(await search('🎉')).toEqual({hits: [], nbHits: 0});
  });

  it('marks what was found, in what it stands for too', async () => {
    const {hits} = await search('\u4ee3\u4ef7\u6a21\u578b');
    expect(hits[0]!.highlighted.content).toBe('<mark>成本模型</mark>给候选打分。');
  });

  it('fetches each part once, and what only guessing needs for a guess', async () => {
    expect(new Set(asked).size).toBe(asked.length);
    asked.length = 0;
    const fresh = createEmbeddedEngine('/', async (url) => {
      asked.push(url.replace(/.*[\da-f]{8}\//, ''));
      return files.get(url.slice(`/search-index/${TAG}/`.length));
    });
    await fresh.search('调度', {tags: [TAG], language: 'zh-Hans', page: 0, snippetWords: 10});
    expect(asked).not.toContain('words.json');
    expect(asked).not.toContain('traditional.json');
  });
});

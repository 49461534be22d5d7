import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {type BuildResult, FixtureSite} from './support/fixture';
import {OLDER} from '../support/releases';

const DESCRIPTION = '这一页只为构建测试而写，读者读完能确认检查说出了每一处的文件、行号和办法，';

let site: FixtureSite;

beforeAll(() => {
  site = new FixtureSite();
});

afterAll(() => site.remove());

function page(frontMatter: Record<string, string>, body = '正文。\n'): string {
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${value}`);
  return ['---', ...lines, '---', '', body].join('\n');
}

function doc(subject: string, more: Record<string, string> = {}, body?: string): string {
  return page({title: subject, description: `${DESCRIPTION}这里讲的是${subject}`, ...more}, body);
}

/** Checks that a failed build says, in one place, where the fault stands, what it is and what to do. */
function expectFault({code, output}: BuildResult, place: string, problem: string, cure: string): void {
  expect(code).not.toBe(0);
  const lines = output.split('\n').map((line) => line.replace(/^[\s│]+/, ''));
  const at = lines.findIndex((line) => line.startsWith(`${place}  `) && line.includes(problem));
  expect(at, `没有「${place}  …${problem}…」：\n${output}`).toBeGreaterThan(-1);
  expect(lines[at + 1]).toContain('办法：');
  expect(lines[at + 1]).toContain(cure);
}

describe('faults in the sources, found before anything is loaded', () => {
  let result: BuildResult;

  beforeAll(async () => {
    site.change({
      'docs/no-title.md': page({description: `${DESCRIPTION}没有标题的那一页`}),
      'docs/no-description.md': page({title: '没有描述', description: ''}),
      'docs/short.md': page({title: '太短', description: '太短了'}),
      'docs/yaml.md': page({title: '冒号: 冒号', description: '无关'}),
      'docs/same-1.md': page({title: '同一', description: `${DESCRIPTION}两页共用`}),
      'docs/same-2.md': page({title: '同二', description: `${DESCRIPTION}两页共用`}),
      'docs/arch/security.md': doc('缺少原文'),
      'docs/topic/extra.md': doc('没有名称的目录'),
      'docs/arch/benchmark.md': doc('原文不对', {upstream: 'arch/bench.html'}),
      'docs/references.md': doc('引用', {
        displayed_sidebar: 'tutorialSidebr',
        pagination_next: 'instal/index',
        pagination_prev: 'tutorail/index',
      }),
      'docs/percent.md': doc(
        '编码',
        {},
        '寄存器 `%0`。\n\n见[甲](/docs/%ZZ)和\n![图](/img/%E4%x.png)，[好的](/docs/install#%E5%87%86%E5%A4%87)。',
      ),
      'docs/needs.md': doc('所需', {requires: '\n  options: [USE_NOTHING]\n  comands: [gcc]'}),
      'docs/sources.md': doc(
        '源代码',
        {},
        '[`a`](tvm:x.py)\n\n[看这里](tvm:x.py)\n\n<a href="tvm:x.py">a</a>\n',
      ),
      'docs/slug.md': doc('地址', {slug: '/%ZZ'}),
      'docs/a/_category_.json': '{"label": "同名"}',
      'docs/a/index.md': doc('同名之一'),
      'docs/b/_category_.json': '{"label": "同名"}',
      'docs/b/index.md': doc('同名之二'),
      'docs/bare.md': '刚开始写的一页。\n',
      'docs/taken.md': doc('占用', {slug: '/Install'}),
      'docs/invented.md': doc('假原文', {upstream: 'arch/nothing.html'}),
      'docs/component.mdx': doc('组件', {}, '<Tab value="x">x</Tab>\n'),
      'blog/tags.yml': 'release:\n  label: 版本\n',
      'blog/2025-02-03-y.md': page(
        {title: '署名', description: '署名和标签都不存在的文章', authors: '[taem]', tags: '[relase]'},
        '开头\n',
      ),
      'docs/twin.md': doc('编号'),
      'docs/twin.mdx': doc('编号相同'),
      'blog/2025-02-02-x.md': page({title: '没有描述', authors: '[team]'}, '开头\n\n{/* truncate */}\n'),
      'src/pages/plain.md': '正文\n',
      'src/pages/no-default.tsx':
        '// export default function Page() {}\nexport function Page() {\n  return null;\n}\n',
      [`versioned_sidebars/version-${OLDER.release}-sidebars.json`]:
        '{\n  "tutorialSidebar": [\n    "index",\n    {"type": "category", "label": "类", "items": ["tutorial/indx"]}\n  ]\n}\n',
    });
    site.replace('src/site/interface.ts', "docId: 'index'", "docId: 'indx'");
    result = await site.build();
    site.restore();
  });

  it.each([
    ['a doc without title', 'docs/no-title.md:1', '没有 title', 'title:'],
    ['a doc without description', 'docs/no-description.md:3', '没有 description', '40 到 110'],
    ['a description too short', 'docs/short.md:3', '有 3 个字符', '读者读完能做什么'],
    ['front matter that is no YAML', 'docs/yaml.md:2', '不是合法的 YAML', '单引号'],
    ['a description used twice', 'docs/same-2.md:3', '与 docs/same-1.md:3 相同', '改写其中一个'],
    ['a doc without upstream', 'docs/arch/security.md:1', '没有 upstream', 'upstream: arch/security.html'],
    ['a folder without a name', 'docs/topic', '侧边栏会显示目录的英文名', '_category_.json'],
    ['a wrong upstream', 'docs/arch/benchmark.md:4', 'arch/bench.html', 'upstream: arch/benchmark.html'],
    ['an unknown sidebar', 'docs/references.md:4', 'tutorialSidebr', '现有：tutorialSidebar'],
    ['an unknown next doc', 'docs/references.md:5', 'instal/index', '改成 install/index'],
    ['an unknown previous doc', 'docs/references.md:6', 'tutorail/index', '改成 tutorial/index'],
    [
      'an unknown doc in a sidebar',
      `versioned_sidebars/version-${OLDER.release}-sidebars.json:4`,
      'tutorial/indx',
      '改成 tutorial/index',
    ],
    ['an undecodable link', 'docs/percent.md:8', '/docs/%ZZ', '改成 /docs/%25ZZ'],
    ['an undecodable image', 'docs/percent.md:9', '/img/%E4%x.png', '改成 /img/%25E4%25x.png'],
    [
      'a link to the source without a record',
      'docs/sources.md:6',
      '没有 x.py 的 a',
      'npm run sources -- --tvm',
    ],
    ['a link to the source with other text', 'docs/sources.md:8', '「看这里」', '[`名称`](tvm:x.py)'],
    ['a link to the source in another form', 'docs/sources.md:10', 'tvm:', '[`符号`](tvm:路径)'],
    ['an unknown build option', 'docs/needs.md:5', '没有构建选项 USE_NOTHING', 'data/build-options.json'],
    ['an unknown kind of need', 'docs/needs.md:6', '没有 comands 这个键', 'options、commands'],
    ['an undecodable path of a page', 'docs/slug.md:4', '/%ZZ', '改成 /%25ZZ'],
    ['two docs with one id', 'docs/twin.mdx', 'docs/twin.md', '改其中一个'],
    ['a post without description', 'blog/2025-02-02-x.md:1', '没有 description', 'description:'],
    ['two folders of one name', 'docs/b/_category_.json:1', '与 docs/a/_category_.json 相同', 'label'],
    ['a page without front matter', 'docs/bare.md:1', '没有页首信息', '文件从这几行开始：---'],
    ['an address that another doc has', 'docs/taken.md', '已被 docs/install/index.md 占用', 'slug'],
    ['an upstream that does not exist', 'docs/invented.md:4', 'arch/nothing.html', '不写 upstream'],
    ['a component that is not imported', 'docs/component.mdx:6', '组件 <Tab> 没有导入', 'import Tab from'],
    ['an unknown author', 'blog/2025-02-03-y.md:4', '没有作者「taem」', '改成 team'],
    ['an unknown tag', 'blog/2025-02-03-y.md:5', '没有标签「relase」', '改成 release'],
    ['a post without a mark', 'blog/2025-02-03-y.md', '没有说明列表里显示到哪里为止', '{/* truncate */}'],
    ['a page outside of the docs without front matter', 'src/pages/plain.md:1', '没有页首信息', 'title:'],
    [
      'a page module without default export',
      'src/pages/no-default.tsx',
      '没有 export default',
      'export default',
    ],
  ])('%s', (_, place, problem, cure) => {
    expectFault(result, place, problem, cure);
  });

  it('an unknown doc in the navigation bar', () => {
    const line = site
      .read('src/site/interface.ts')
      .split('\n')
      .findIndex((text) => text.includes("docId: 'index'"));
    expectFault(result, `src/site/interface.ts:${line + 1}`, '没有文档「indx」', '改成 index');
  });

  it('lists them once, at the end, without the stack of what found them', () => {
    expect(result.output.match(/发现 \d+ 处问题/g)).toHaveLength(1);
    expect(result.output).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(result.output).not.toContain('docusaurus clear');
    expect(result.output.trimEnd().split('\n').at(-1)).toContain('办法：');
  });

  it('leaves correct percent signs alone', () => {
    expect(result.output).not.toContain('%0」');
    expect(result.output).not.toContain('%E5%87%86%E5%A4%87」');
  });
});

describe('an error that no check of this site explains', () => {
  afterEach(() => site.restore());

  it('says that the cache may be damaged', async () => {
    site.change({'src/pages/extra.tsx': "import x from './missing';\n\nexport default x;\n"});
    const {code, output} = await site.build();
    expect(code).not.toBe(0);
    expect(output).toContain('可能是缓存过期：npx docusaurus clear');
  });
});

describe('what Docusaurus reads before the pages', () => {
  afterEach(() => site.restore());

  it.each([
    ['versions.json', `["${OLDER.release}", "9.9.9"]\n`, 'src/site/versions.ts', 'npm run versions -- new'],
    ['versions.json', `["${OLDER.release}",]\n`, '读不懂', '最后一项后面没有逗号'],
  ])('%s: %s is told with its place, and without a stack', async (file, text, problem, cure) => {
    site.change({[file]: text});
    const result = await site.build();
    expectFault(result, `${file}:1`, problem, cure);
    expect(result.output).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(result.output).not.toContain('docusaurus clear');
  });
});

describe('two files at one address', () => {
  afterEach(() => site.restore());

  it('names both files for posts and pages', async () => {
    site.change({
      'blog/2025-02-02-x.md': page(
        {slug: 'first', title: '又一篇', description: '地址与第一篇相同', authors: '[team]'},
        '开头\n\n{/* truncate */}\n',
      ),
      'src/pages/search.md': page({title: '搜索', description: '与搜索页同址'}),
      'src/pages/docs/install.md': page({title: '安装', description: '与文档同址'}),
    });
    const result = await site.build();
    expect(result.output).toMatch(
      /blog\/2025-0[12]-02-(x|first)\.md {2}地址 \/blog\/first 已被 blog\/2025-0[12]-02-(x|first)\.md 占用/,
    );
    expectFault(result, 'src/pages/search.md', 'src/theme/SearchPage', '改其中一个');
    expectFault(result, 'src/pages/docs/install.md', 'docs/install/index.md', '改其中一个');
  });
});

describe('Markdown links and images to files and anchors that do not exist', () => {
  let result: BuildResult;

  beforeAll(async () => {
    site.change({
      'docs/files.md': doc(
        '文件',
        {},
        '见[安装](instal/index.md#x)和[教程](./tutorial/indx.md)。\n\n![图](./no.png)\n\n![标志](/img/lgo.svg)\n',
      ),
      [`data/sources/${OLDER.release}.json`]: `{"version": "${OLDER.release}",\n"targets": {"x.py": {"b": {"line": 1, "text": "b"}}}}\n`,
      'docs/anchors.md': doc(
        '锚点',
        {},
        '见[本页](#不存在)、[跨页](install/index.md#准备了)。\n\n## 小节\n\n<img src="/img/lgo.svg" alt="标志" />\n',
      ),
      'blog/2025-02-02-x.md': page(
        {title: '文章', description: '从文章链接文档', authors: '[team]'},
        '开头\n\n{/* truncate */}\n\n见[安装](../docs/install/index.md)。\n',
      ),
    });
    result = await site.build();
    site.restore();
  });

  it.each([
    ['a record that no page uses', `data/sources/${OLDER.release}.json`, '没有页面用到 x.py 的 b', '--prune'],
    ['a link', 'docs/files.md:6', 'instal/index.md#x', '改成 ./install/index.md'],
    ['a second link of the page', 'docs/files.md:6', './tutorial/indx.md', '改成 ./tutorial/index.md'],
    ['an image beside the page', 'docs/files.md:8', './no.png', '新建这个文件'],
    ['an image of the site', 'docs/files.md:10', '/img/lgo.svg', '改成 /img/logo.svg'],
    ['a broken anchor', 'docs/anchors.md:6', '#不存在', '小节'],
    [
      'a broken anchor on another page',
      'docs/anchors.md:6',
      '#准备了',
      '改成 #准备；docs/install/index.md 的锚点：准备',
    ],
    ['a broken image in HTML', 'docs/anchors.md:10', '/img/lgo.svg', '改成 /img/logo.svg'],
    ['a link from the blog to a doc', 'blog/2025-02-02-x.md:11', '../docs/install/index.md', '网页的地址'],
  ])('%s', (_, place, problem, cure) => {
    expectFault(result, place, problem, cure);
  });

  it('are listed once each', () => {
    expect(result.output.match(/^ *docs\/anchors\.md:6 /gm)).toHaveLength(2);
    expect(result.output.match(/^ *docs\/files\.md:\d+ /gm)).toHaveLength(4);
  });

  it('are listed without the stack of the bundler', () => {
    expect(result.output).not.toMatch(/^\s*│?\s+at .*:\d+:\d+/m);
    expect(result.output.trimEnd().split('\n').at(-1)).toContain('办法：');
  });
});

describe('faults of the built pages', () => {
  let result: BuildResult;

  beforeAll(async () => {
    site.change({
      'docs/links.md': doc(
        '链接',
        {},
        [
          '见[安装](/docs/instal)、[好的](/docs/install#%E5%87%86%E5%A4%87)。',
          '',
          '## 小节',
          '',
          '[编码](/docs/install#%E5%87%86%E5%87%86)和[移走的页面](/docs/arch/arch/benchmark)。',
          '',
          '<a href="/files/a.zip">文件</a>',
        ].join('\n'),
      ),
      'docs/arch/_category_.json': '{"label": "架构"}',
      'docs/arch/benchmark.md': doc('基准', {upstream: 'arch/benchmark.html'}),
      'docs/component.mdx': doc(
        '组件',
        {},
        `import Link from '@docusaurus/Link';\n\n文字\n\n<Link to="/docs/tutorail">教程</Link>\n`,
      ),
      'blog/2025-02-02-x.md': page(
        {title: '文章', description: '有断链的文章', authors: '[team]'},
        '开头，见[关于](/abot)。\n\n{/* truncate */}\n\n正文\n',
      ),
      'src/pages/extra.tsx': [
        "import Link from '@docusaurus/Link';",
        "import Layout from '@theme/Layout';",
        '',
        'export default function Extra() {',
        '  return (',
        '    <Layout>',
        '      <h1>附加</h1>',
        '      <Link to="/nowhere-near-anything">坏链接</Link>',
        '      <img src="/img/lgo-dark.svg" alt="" />',
        '    </Layout>',
        '  );',
        '}',
        '',
      ].join('\n'),
    });
    site.replace('src/site/interface.ts', "'/about'", "'/abuot'");
    result = await site.build();
    site.restore();
  });

  it.each([
    ['a broken link', 'docs/links.md:6', '/docs/instal ', '改成最接近的页面 /docs/install'],
    ['a percent-encoded broken anchor', 'docs/links.md:10', '#准准', '改成 #准备'],
    [
      'a link to an earlier address',
      'docs/links.md:10',
      '/docs/arch/arch/benchmark',
      '页面已移到 /docs/arch/benchmark',
    ],
    ['a missing file', 'docs/links.md:12', '/files/a.zip', 'static/'],
    ['a broken link in a component of MDX', 'docs/component.mdx:10', '/docs/tutorail', '/docs/tutorial'],
    ['a broken link in a post', 'blog/2025-02-02-x.md:7', '/abot', '改成最接近的页面 /about'],
    ['a broken link in a page component', 'src/pages/extra.tsx:8', '/nowhere-near-anything', '删去链接'],
    [
      'a broken image in a page component',
      'src/pages/extra.tsx:9',
      '/img/lgo-dark.svg',
      '/img/logo-dark.svg',
    ],
    ['a page component without title', 'src/pages/extra.tsx:6', '没有 title', 'title'],
    ['a page component without description', 'src/pages/extra.tsx:6', '没有 description', 'description'],
  ])('%s', (_, place, problem, cure) => {
    expectFault(result, place, problem, cure);
  });

  it('a broken link of the interface is told once, at its place in the code', () => {
    const line = site
      .read('src/site/interface.ts')
      .split('\n')
      .findIndex((text) => text.includes("'/about'"));
    expectFault(result, `src/site/interface.ts:${line + 1}`, '个页面上都有', '改成最接近的页面 /about');
    expect(result.output.match(/\/abuot 指向/g)).toHaveLength(1);
  });

  it('accepts a percent-encoded anchor that exists', () => {
    expect(result.output).not.toMatch(/#准备 *$/m);
    expect(result.output).not.toContain('#%E5%87%86%E5%A4%87 ');
  });
});

import {describe, expect, it} from 'vitest';
import {contentProblems} from '@site/src/content/checks/text';

/** A page in order, on which each of the mistakes is made in turn. */
const PAGE = '## 标题\n\n正文。\n\n```python\nprint({1: 2})\n```\n';

describe('What would be published in silence is a fault with line and cure', () => {
  it.each([
    ['a title in the text', '# 标题', '正文里有一级标题'],
    ['a heading of the fourth level', '#### 细节', '正文里有四级标题'],
    [
      'an admonition with its title outside of brackets',
      ':::note 标题\n\n内容\n\n:::',
      '「:::」没有成为提示框',
    ],
    ['an admonition that does not exist', ':::warn\n\n内容\n\n:::', '没有叫「warn」的提示框'],
    ['an admonition that is not closed', ':::note\n\n内容\n\n## 下一节\n\n正文。', '提示框没有结尾'],
    ['a row without a cell', '| a | b |\n| --- | --- |\n| 1 |', '表格的这一行有 1 格，表头有 2 格'],
    [
      'a row with a cell too many',
      '| a | b |\n| --- | --- |\n| 1 | 2 | 3 |',
      '3 格，表头有 2 格，多出的不会显示',
    ],
    ['a picture without words', '![](/img/a.svg)', '图片没有替代文字'],
    ['a picture without words in HTML', '<img src="/img/a.svg" />', '图片没有替代文字'],
    ['a link without an address', '见 [安装]()。', '链接没有地址'],
    ['a link without words', '见 [](./a.md)。', '指向 ./a.md 的链接没有文字'],
    ['a comment of HTML', '<!-- 以后再写 -->', '页面里不能写 HTML 注释'],
    ['a component in a page without code', '<Tabs>a</Tabs>', '组件 <Tabs> 在 .md 页面里'],
    ['a formula that is none', '值是 $\\frac{1$。', '公式 \\frac{1 有误'],
    ['two amounts of money', '花了 $5 和 $6。', '会当作公式'],
    ['a script', '<script src="/a.js"></script>', '<script> 会在读者的浏览器里运行'],
    ['a handler', '<a onclick="f()">点</a>', '<a> 的 onclick 会在读者的浏览器里执行'],
    [
      'a frame of another site',
      '<iframe src="https://example.org/"></iframe>',
      '<iframe> 会在读者的浏览器里运行',
    ],
    ['a picture of another site', '![图](https://example.org/a.png)', '向别的网站取图片'],
    ['a picture of another site in HTML', '<img src="https://example.org/a.png" alt="" />', '向别的网站取'],
    ['a link to the machine of the author', '[看](http://localhost:3000/docs)', '只在作者自己的机器上有效'],
    ['a link to a file', '[看](file:///tmp/a)', '只在作者自己的机器上有效'],
    ['a block of code of many lines', `\`\`\`text\n${'x\n'.repeat(2001)}\`\`\``, '代码块有 2001 行'],
    ['a bracket that begins a tag', '长度 <n 时停止。', '「<」会当作标签的开头'],
    ['a tag that is not closed', '类型是 list<int> 的。', '「<」会当作标签的开头'],
    ['a name in braces', '路径是 {n} 的。', '{n} 会当作 JavaScript 求值'],
    ['braces that are no program', '集合 {1, 2', '花括号里的内容会当作 JavaScript'],
  ])('%s', (_, mistake, said) => {
    const [first, ...rest] = contentProblems(`${PAGE}\n${mistake}\n`);
    expect(first!.problem).toContain(said);
    expect(first!.cure).not.toBe('');
    expect(first!.line).toBeGreaterThanOrEqual(9);
    expect(rest.length).toBeLessThan(2);
  });

  it('a page that begins with a heading of the third level', () => {
    expect(contentProblems('开头。\n\n### 细节\n')).toMatchObject([
      {line: 3, problem: '第一个标题就是三级标题'},
    ]);
    expect(contentProblems('开头。\n\n## 标题\n\n### 细节\n')).toEqual([]);
  });
});

describe('A component of a page with code', () => {
  const problems = (text: string) => contentProblems(text, 'doc', true).map(({problem}) => problem);
  it('is a fault where it is not imported', () => {
    expect(
      problems('import Tabs from \'@theme/Tabs\';\n\n<Tabs><TabItem value="a">a</TabItem></Tabs>\n'),
    ).toEqual(['组件 <TabItem> 没有导入']);
  });
  it.each([
    "import A, {B as C} from './a';\n\n<A /> <C.D />\n",
    "import * as N from './a';\n\n<N.X />\n",
    'export const Own = () => null;\n\n<Own />\n',
    '<Details><b>x</b></Details>\n',
  ])('is none where it is: %s', (text) => {
    expect(problems(text)).toEqual([]);
  });
});

describe('What is in order is left alone', () => {
  it.each([
    ['code, formulas and comments', '`{n}` 和 `<n>`，$x^2$，{/* 注释 */}，\\{n\\}，3 &lt; 4。'],
    ['an admonition', ':::note[标题]\n\n内容\n\n:::'],
    [
      'an admonition in another and in a list',
      '::::tip\n\n:::note\n\n内容\n\n:::\n\n::::\n\n- 项\n\n  :::note\n\n  内容\n\n  :::',
    ],
    ['a table with empty and escaped cells', '| a | b |\n| --- | --- |\n| `x \\| y` |  |'],
    ['a picture that shows nothing', '<img src="/img/a.svg" alt="" />'],
    ['links and pictures of the site', '[看](./a.md) ![图](/img/a.svg) [外](https://example.org)'],
    ['a formula with words', '$x_{\\text{输入}}$'],
    ['times and ratios', '12:30 开始，比例 3:4。'],
  ])('%s', (_, text) => {
    expect(contentProblems(`${PAGE}\n${text}\n`)).toEqual([]);
  });

  it('a title in the text of a page outside of the docs', () => {
    expect(contentProblems('# 关于\n\n正文。\n', 'page')).toEqual([]);
  });

  it('braces where the page has code of its own', () => {
    expect(contentProblems('export const n = 3;\n\n共 {n} 个。\n')).toEqual([]);
  });
});

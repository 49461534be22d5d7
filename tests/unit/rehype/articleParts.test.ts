import type {Root} from 'hast';
import {describe, expect, it} from 'vitest';
import rehypeArticleParts from '@site/src/rehype/articleParts';
import {COLUMNS, estimateHeight} from '@site/src/rehype/articleParts/height';

type Child = Root['children'][number];

function element(tagName: string, ...content: (Child | string)[]): Child {
  const children = content.map((child) => (typeof child === 'string' ? {type: 'text', value: child} : child));
  return {type: 'element', tagName, properties: {}, children} as Child;
}

function jsx(name: string, attributes: Record<string, string | null>, ...children: Child[]): Child {
  const list = Object.entries(attributes).map(([key, value]) => ({
    type: 'mdxJsxAttribute',
    name: key,
    value,
  }));
  return {type: 'mdxJsxFlowElement', name, attributes: list, children} as never;
}

const paragraph = (lines: number) => element('p', '字'.repeat(COLUMNS.narrow * lines));
const code = (lines: number, more: Record<string, string | null> = {}) =>
  jsx('CodeFence', {lines: String(lines), ...more});
const height = (node: Child, columns: number = COLUMNS.narrow) => estimateHeight(node, columns);

describe('the height of a block', () => {
  it('follows the lines that its text takes', () => {
    expect(height(paragraph(5)) - height(paragraph(2))).toBe(3 * 28);
    expect(height(paragraph(20), COLUMNS.wide)).toBeLessThan(height(paragraph(20)));
  });

  it('counts Latin letters as about half as wide as Han characters', () => {
    const wide = height(element('p', '字'.repeat(200)));
    const narrow = height(element('p', 'x'.repeat(200)));
    expect(narrow / wide).toBeGreaterThan(0.5);
    expect(narrow / wide).toBeLessThan(0.7);
  });

  it('of code is that of its lines, and of the folded block where it is long', () => {
    expect(height(code(20)) - height(code(10))).toBeCloseTo(224);
    expect(height(code(90, {fold: null}))).toBe(height(code(200, {fold: null})));
    expect(height(code(10, {title: 'a.py', norun: '要 GPU'})) - height(code(10))).toBe(64);
  });

  it('of a list is that of its items, which may hold blocks', () => {
    const item = element('li', '字');
    const nested = element('li', '字', element('ul', item, item));
    expect(height(element('ul', item, item, item))).toBeGreaterThan(height(element('ul', item, item)));
    expect(height(element('ul', nested))).toBeGreaterThan(height(element('ul', item, item, item)));
  });

  it('of a table is that of its rows, each as high as its longest cell', () => {
    const row = (text: string) => element('tr', element('td', text), element('td', '字'));
    const short = height(element('table', element('tbody', row('字'), row('字'))));
    const long = height(element('table', element('tbody', row('字'), row('字'.repeat(60)))));
    const three = height(element('table', element('tbody', row('字'), row('字'), row('字'))));
    expect(long).toBeGreaterThan(short + 24);
    expect(three - short).toBeCloseTo(47.4);
  });

  it('of what is folded is that of its summary', () => {
    expect(height(element('details', element('summary', '字'), paragraph(50)))).toBe(
      height(element('details', element('summary', '字'))),
    );
  });

  it('of a picture is as high as its width lets it be', () => {
    const image = jsx('img', {width: '1600', height: '800'});
    const wide = height(element('p', image), COLUMNS.wide);
    expect(height(element('p', image))).toBeLessThan(wide);
    expect(wide).toBeLessThan(800);
  });

  it('of a formula does not count what is there for screen readers', () => {
    const span = (className: string, ...children: Child[]): Child =>
      ({...element('span', ...children), properties: {className: [className]}}) as Child;
    const text = {type: 'text', value: 'x'.repeat(30)} as Child;
    const once = element('p', span('katex', span('katex-html', text)));
    const twice = element('p', span('katex', span('katex-mathml', text), span('katex-html', text)));
    expect(height(twice)).toBe(height(once));
  });
});

function divide(...children: Child[]): Child[] {
  const tree: Root = {type: 'root', children};
  rehypeArticleParts()(tree);
  return tree.children;
}

const SCREEN = paragraph(40);
const names = (children: readonly Child[]): string[] =>
  children.map((child) =>
    child.type === 'element' && child.tagName === 'div'
      ? `${(child.properties.className as string[]).join(' ')}: ${names(child.children as Child[]).join(', ')}`
      : child.type === 'element'
        ? child.tagName
        : ((child as {name?: string}).name ?? child.type),
  );

describe('an article', () => {
  it('that is short stays as it is', () => {
    const children = [element('h2', '甲'), paragraph(3), code(5)];
    expect(divide(...children)).toEqual(children);
  });

  it('has parts after the first screen, between its headings', () => {
    const [first, second] = [element('h2', '甲'), element('h3', '乙')];
    const children = [SCREEN, first, paragraph(3), code(5), second, paragraph(2)];
    expect(names(divide(...children))).toEqual([
      'p',
      'h2',
      'part part--last: p, CodeFence',
      'h3',
      'part part--last: p',
    ]);
  });

  it('begins another part where one is about a screen high, but not between code and its output', () => {
    const output = code(8, {role: 'output'});
    const children = [SCREEN, code(30), output, paragraph(1), paragraph(1)];
    expect(names(divide(...children))).toEqual(['p', 'part: CodeFence, CodeFence', 'part part--last: p, p']);
  });

  it('keeps everything, in order, and module code outside of parts', () => {
    const blank = {type: 'text', value: '\n'} as Child;
    const module = {type: 'mdxjsEsm', value: 'export const x = 1'} as never;
    const children = [SCREEN, blank, paragraph(2), blank, module, paragraph(3), blank];
    const divided = divide(...children);
    expect(names(divided)).toEqual(['p', 'text', 'mdxjsEsm', 'part part--last: p, text, p, text']);
    const flat = divided.flatMap((child) =>
      child.type === 'element' && child.tagName === 'div' ? (child.children as Child[]) : [child],
    );
    expect(new Set(flat)).toEqual(new Set(children));
  });

  it('gives each part the room that it takes in a narrow and in a wide window', () => {
    const [, part] = divide(SCREEN, paragraph(10), code(10)) as [Child, {properties: {style: string}}];
    const [, narrow, wide] = /^--narrow:(\d+)px;--wide:(\d+)px$/.exec(part.properties.style)!;
    expect(Number(narrow)).toBe(Math.round(height(paragraph(10)) + height(code(10))));
    expect(Number(wide)).toBeLessThan(Number(narrow));
  });
});

import type {Root} from 'hast';
import {describe, expect, it} from 'vitest';
import rehypeParts from '@site/src/speed/parts/build';
import {roughHeight} from '@site/src/speed/parts/size';

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

const COLUMNS = 34;
const paragraph = (lines: number) => element('p', '字'.repeat(COLUMNS * lines));
const code = (lines: number, more: Record<string, string | null> = {}) =>
  jsx('CodeFence', {lines: String(lines), ...more});

function divide(...children: Child[]): Child[] {
  const tree: Root = {type: 'root', children};
  rehypeParts()(tree);
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

  it('gives each part about the room that it takes, less in a wide window', () => {
    const [, part] = divide(SCREEN, paragraph(10), code(10)) as [Child, {properties: {style: string}}];
    const [, narrow, wide] = /^--narrow:(\d+)px;--wide:(\d+)px$/.exec(part.properties.style)!;
    expect(Number(wide)).toBeGreaterThan(200);
    expect(Number(wide)).toBeLessThan(Number(narrow));
  });

  it('counts what is folded as folded', () => {
    const folded = roughHeight(code(200, {fold: null}), COLUMNS);
    expect(folded).toBeLessThan(roughHeight(code(200), COLUMNS));
    expect(roughHeight(element('details', element('summary', '字'), paragraph(50)), COLUMNS)).toBeLessThan(
      100,
    );
  });
});

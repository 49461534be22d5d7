import type {Element, Root} from 'hast';
import {VFile} from 'vfile';
import {describe, expect, it} from 'vitest';
import rehypeCodeSteps from '@site/src/rehype/codeSteps';

interface Steps {
  name: string;
  attributes: {name: string; value: string}[];
  children: {children: Element[]}[];
}

function element(tagName: string, text: string): Element {
  return {type: 'element', tagName, properties: {}, children: [{type: 'text', value: text}]};
}

function pre(code: string, metastring: string): Element {
  return {
    type: 'element',
    tagName: 'pre',
    properties: {},
    position: {start: {line: 7, column: 1}, end: {line: 9, column: 1}},
    children: [{...element('code', `${code}\n`), properties: {className: ['language-python'], metastring}}],
  };
}

function transform(...children: Root['children']): Root['children'] {
  const tree: Root = {type: 'root', children};
  rehypeCodeSteps()(tree, new VFile({path: 'docs/x.md'}));
  return tree.children;
}

const text = (node: Element): string =>
  node.children.map((child) => (child.type === 'text' ? child.value : text(child as Element))).join('');
const changed = (node: Element) => (node.children[0] as Element).properties.changed;

describe('rehypeCodeSteps', () => {
  it('puts steps, their outputs and what explains them together', () => {
    const [before, group, after] = transform(
      element('p', 'before'),
      pre('s.split()', 'step="split"'),
      pre('for i:\n  x', 'output'),
      element('p', 'why'),
      pre('s.reorder()', 'step="reorder"'),
      pre('for j:\n  x', 'output'),
      element('p', 'after'),
    );
    const {name, attributes, children} = group as unknown as Steps;
    expect([text(before as Element), text(after as Element)]).toEqual(['before', 'after']);
    expect(name).toBe('CodeSteps');
    expect(Object.fromEntries(attributes.map((a) => [a.name, a.value]))).toEqual({
      names: '["split","reorder"]',
      id: 'steps-1',
    });
    expect(children.map((panel) => panel.children.map((node) => text(node).trim()))).toEqual([
      ['s.split()', 'for i:\n  x'],
      ['why', 's.reorder()', 'for j:\n  x'],
    ]);
  });

  it('marks the lines of an output that the step before had otherwise', () => {
    const [group] = transform(
      pre('a', 'step="a"'),
      pre('for i:\n  x\n  y', 'output'),
      pre('b', 'step="b"'),
      pre('for j:\n  x\n  z', 'output'),
    );
    const panels = (group as unknown as Steps).children;
    expect(changed(panels[0]!.children[1]!)).toBeUndefined();
    expect(changed(panels[1]!.children[1]!)).toEqual([1, 3]);
  });

  it('ends a sequence at a heading', () => {
    const nodes = transform(
      pre('a', 'step="a"'),
      pre('b', 'step="b"'),
      element('h2', 'next'),
      pre('c', 'step="c"'),
      pre('d', 'step="d"'),
    );
    expect(nodes.map((node) => (node as unknown as Steps).name ?? (node as Element).tagName)).toEqual([
      'CodeSteps',
      'h2',
      'CodeSteps',
    ]);
  });

  it('tells of a step that stands alone', () => {
    expect(() => transform(pre('a', 'step="a"'), element('p', 'x'))).toThrow('只有一步「a」');
  });
});

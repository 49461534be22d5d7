import type {Root} from 'hast';
import {describe, expect, it} from 'vitest';
import rehypeFormulas from '@site/src/rehype/formulas';

const katex = {type: 'element', tagName: 'span', properties: {className: ['katex']}, children: []};
const display = {...katex, properties: {className: ['katex-display']}, children: [katex]};

function transform(...children: unknown[]): unknown[] {
  const tree = {type: 'root', children} as Root;
  rehypeFormulas({stylesheet: '/katex.css'})(tree);
  return tree.children;
}

describe('formulas', () => {
  it('link their stylesheet, once', () => {
    const paragraph = {type: 'element', tagName: 'p', properties: {}, children: [katex, katex]};
    expect(transform(paragraph)).toEqual([
      expect.objectContaining({tagName: 'link', properties: {rel: ['stylesheet'], href: '/katex.css'}}),
      paragraph,
    ]);
  });

  it('become elements of the site where they stand by themselves', () => {
    expect(transform(display)[1]).toMatchObject({name: 'Formula', children: [katex]});
  });

  it('are not looked for in code, and without any there is no stylesheet', () => {
    const pre = {type: 'element', tagName: 'pre', properties: {}, children: [display]};
    expect(transform(pre)).toEqual([pre]);
  });

  it.each([
    ['katex', {...katex, properties: {className: ['formula']}}, {}],
    ['katex-display', katex, {display: 'block'}],
  ])('stop the build where rehype-katex writes no %s', (name, wrapper, properties) => {
    const math = {type: 'element', tagName: 'math', properties, children: []};
    const cure = new RegExp(`^src/rehype/formulas\\.ts：.* ${name} .*办法：`);
    expect(() => transform({...wrapper, children: [math]})).toThrow(cure);
    expect(() => transform({...display, children: [{...katex, children: [math]}]})).not.toThrow();
  });
});

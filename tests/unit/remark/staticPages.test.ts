import type {Node} from 'unist';
import {VFile} from 'vfile';
import {describe, expect, it} from 'vitest';
import remarkStaticPages from '@site/src/remark/staticPages';

const check = (file: string, ...children: object[]) =>
  remarkStaticPages({siteDir: '/site'})(
    {type: 'root', children} as Node,
    new VFile({path: `/site/docs/${file}`}),
  );

const jsx = (name: string, ...attributes: string[]) => ({
  type: 'mdxJsxFlowElement',
  name,
  attributes: attributes.map((attribute) => ({name: attribute})),
  children: [],
  position: {start: {line: 7}},
});

describe('a Markdown page without code in the browser', () => {
  it('has no component, and is told of file, line and cure', () => {
    expect(() => check('a.md', {type: 'paragraph', children: [jsx('Tabs')]})).toThrow(
      /docs\/a\.md:7 .*<Tabs>[\s\S]*改名为 a\.mdx/,
    );
  });

  it('has no handler', () => {
    expect(() => check('a.md', jsx('button', 'onClick'))).toThrow(/onClick/);
  });

  it('may have elements, and details', () => {
    expect(() => check('a.md', jsx('kbd', 'className'), jsx('Details'), jsx('details'))).not.toThrow();
  });

  it('is no page that brings its own code', () => {
    expect(() => check('a.mdx', jsx('Tabs'))).not.toThrow();
  });
});

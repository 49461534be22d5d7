import type {Root} from 'hast';
import {describe, expect, it} from 'vitest';
import zoomableImages from '@site/src/rehype/zoomableImages';

function jsx(name: string, attributes: Record<string, string>, children: object[] = []): object {
  return {
    type: 'mdxJsxTextElement',
    name,
    attributes: Object.entries(attributes).map(([key, value]) => ({
      type: 'mdxJsxAttribute',
      name: key,
      value,
    })),
    children,
  };
}

function run(...children: object[]): object[] {
  const tree = {type: 'root', children: [{type: 'element', tagName: 'p', properties: {}, children}]} as Root;
  zoomableImages()(tree);
  return (tree.children[0] as {children: object[]}).children;
}

describe('a picture of an article', () => {
  it('that is a file of the site is wrapped, with what it shows', () => {
    const image = jsx('img', {src: '/a.svg', alt: '流程图'});
    expect(run(image)).toEqual([jsx('ZoomableImage', {alt: '流程图'}, [image])]);
  });

  it('of another host is wrapped as well', () => {
    const image = {type: 'element', tagName: 'img', properties: {alt: '图'}, children: []};
    expect(run(image)).toEqual([jsx('ZoomableImage', {alt: '图'}, [image])]);
  });

  it('is left alone where it is a link or shows nothing', () => {
    const link = {
      type: 'element',
      tagName: 'a',
      properties: {href: '/docs'},
      children: [jsx('img', {alt: '图'})],
    };
    const ornament = jsx('img', {src: '/a.svg', alt: ''});
    expect(run(structuredClone(link), ornament)).toEqual([link, ornament]);
  });
});

import type {ReactNode} from 'react';
import {renderToString} from 'react-dom/server';
import {Helmet, HelmetProvider, type HelmetServerState} from 'react-helmet-async';
import {describe, expect, it} from 'vitest';
import {type Attributes, mergeHeads, mergeRoots, readHead} from '@site/src/speed/head/browser/mergeHeads';

/** What places of a page ask of the document's head, outer ones first. */
const PLACES: Record<string, ReactNode[]> = {
  'nested places': [
    <>
      <html lang="zh-Hans" dir="ltr" className="outer" />
      <title>外</title>
      <meta name="description" content="外" />
      <meta property="og:title" content="外" />
      <meta charSet="utf-8" />
      <link rel="canonical" href="/outer" />
      <link rel="stylesheet" href="/a.css" />
    </>,
    [
      <html key="1" className="inner" />,
      <body key="2" itemProp="page" />,
      <title key="3">内</title>,
      <meta key="4" name="Description" content="内" />,
      <link key="5" rel="canonical" href="/inner" />,
    ],
  ],
  'elements of one place that agree': [
    <>
      <link rel="alternate" href="/docs" hrefLang="zh-Hans" />
      <link rel="alternate" href="/docs" hrefLang="x-default" />
      <script type="application/ld+json">{'{"a":1}'}</script>
    </>,
    <>
      <meta name="x" content="1" />
      <meta name="x" content="2" />
      <meta itemProp="x" content="3" />
      <meta content="of nothing" />
      {null}
      {false}
    </>,
  ],
  'scripts and styles': [
    <>
      <base href="/" />
      <script src="/a.js" async />
      <style>{'a{}'}</style>
      <noscript>{'<p>x</p>'}</noscript>
    </>,
    <>
      <base href="/inner/" />
      <script src="/a.js" defer />
    </>,
  ],
};

function ofLibrary(places: readonly ReactNode[]): HelmetServerState {
  const context: {helmet?: HelmetServerState} = {};
  renderToString(
    <HelmetProvider context={context}>
      {places.map((place, i) => (
        <Helmet key={i}>{place}</Helmet>
      ))}
    </HelmetProvider>,
  );
  return context.helmet!;
}

/** Elements as the library writes them, without the marks and spellings of its own. */
const plain = (html: string) => html.replaceAll(' data-rh="true"', '').replace(/\s*\/?>/g, '>');

function readAttributes(text: string): Attributes {
  return Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

function write(type: string, {innerHTML, cssText, ...attributes}: Attributes): string {
  const text = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  const content = innerHTML ?? cssText;
  const end =
    content === undefined && !['script', 'style', 'noscript'].includes(type)
      ? ''
      : `${content ?? ''}</${type}>`;
  return `<${[type, ...text].join(' ')}>${end}`;
}

describe('the head of a page in the browser', () => {
  it.each(Object.entries(PLACES))('is what the server makes of %s', (_name, places) => {
    const library = ofLibrary(places);
    const heads = places.map((children) => readHead({children}));
    const {title, elements} = mergeHeads(heads);
    const roots = mergeRoots(heads);
    expect(title ?? '').toBe(library.title.toString().replace(/<[^>]*>/g, ''));
    expect(roots.html).toEqual(readAttributes(library.htmlAttributes.toString()));
    expect(roots.body).toEqual(readAttributes(library.bodyAttributes.toString()));
    for (const type of ['base', 'link', 'meta', 'noscript', 'script', 'style'] as const) {
      expect(elements[type].map((tag) => write(type, tag)).join('')).toBe(plain(library[type].toString()));
    }
  });

  it('has its title in a template, or a default one', () => {
    const outer = {titleTemplate: '%s | 站点', defaultTitle: '站点'};
    expect(mergeHeads([outer, {title: '$& 页'}]).title).toBe('$& 页 | 站点');
    expect(mergeHeads([outer]).title).toBe('站点');
    expect(mergeHeads([{title: ['甲', '乙']}]).title).toBe('甲乙');
    expect(mergeHeads([]).title).toBeUndefined();
  });

  it('is asked for by properties as well', () => {
    const asked = {meta: [{name: 'a', content: '1'}], link: [{rel: 'icon', href: '/i'}]};
    expect(readHead({...asked, children: <meta name="b" content="2" />})).toEqual({
      ...asked,
      meta: [{name: 'b', content: '2'}],
    });
  });
});

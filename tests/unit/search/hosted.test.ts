import {describe, expect, it, vi} from 'vitest';
import {encodeParams} from '@site/src/search/algoliaEngine';
import {toDocSearchHit} from '@site/src/search/docsearchClient';
import {isExternal, toResultUrl} from '@site/src/search/resultUrl';
import {EMPTY_HIERARCHY, type SearchHit} from '@site/src/site/searchTypes';
import {OLDER} from '../../support/releases';

vi.mock('@site/src/search/kinds', () => ({nameOfKind: (kind: string) => kind}));

describe('the parameters of a query', () => {
  const options = {
    tags: [`docs-default-${OLDER.release}`, 'default'],
    language: 'zh-Hans',
    page: 2,
    snippetWords: 5,
  };

  it('are URL-encoded and say all that the service has to know', () => {
    const encoded = encodeParams('a+b & 算子 融合', options, false);
    expect(encoded).toMatch(/^query=a%2Bb%20%26%20%E7%AE%97/);
    expect(encoded).not.toContain('+');
    expect(Object.fromEntries(new URLSearchParams(encoded))).toEqual({
      query: 'a+b & 算子 融合',
      page: '2',
      hitsPerPage: '20',
      attributesToRetrieve: JSON.stringify([
        ...[0, 1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`),
        'content',
        'type',
        'url',
      ]),
      attributesToSnippet: JSON.stringify([
        ...[1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}:5`),
        'content:50',
      ]),
      snippetEllipsisText: '…',
      highlightPreTag: '<mark>',
      highlightPostTag: '</mark>',
      clickAnalytics: 'false',
      facetFilters: JSON.stringify([
        'language:zh-Hans',
        [`docusaurus_tag:docs-default-${OLDER.release}`, 'docusaurus_tag:default'],
      ]),
    });
  });

  it('ask for analytics where they are wanted, and hold no more of a query than one may have', () => {
    const params = new URLSearchParams(encodeParams('a'.repeat(200), options, true));
    expect(params.get('clickAnalytics')).toBe('true');
    expect(params.get('query')).toHaveLength(64);
  });
});

describe('the address of a result', () => {
  const replace = {from: '/docs/', to: '/tvm/docs/'};

  it.each([
    ['https://docs.example.com/docs/install?a=1#b', {}, '/docs/install?a=1#b'],
    ['/docs/install#b', {}, '/docs/install#b'],
    ['https://docs.example.com/docs/install', {replaceSearchResultPathname: replace}, '/tvm/docs/install'],
    ['https://other.example.com/a', {externalUrlRegex: 'other\\.example'}, 'https://other.example.com/a'],
    ['https://docs.example.com/a', {externalUrlRegex: 'other\\.example'}, '/a'],
    ['javascript:alert(1)', {externalUrlRegex: '.*'}, 'alert(1)'],
  ])('%s with %o is %s', (url, rules, expected) => {
    expect(toResultUrl(url, rules)).toBe(expected);
  });

  it('is external for the pattern only', () => {
    expect(isExternal('https://a.example.com/', {})).toBe(false);
    expect(isExternal('https://a.example.com/', {externalUrlRegex: '^https://a\\.'})).toBe(true);
  });
});

describe('a hit for DocSearch', () => {
  const hit: SearchHit = {
    objectID: 'a',
    url: '/docs/page#s',
    type: 'content',
    hierarchy: {...EMPTY_HIERARCHY, lvl0: '文档', lvl1: 'C++ & <T>', lvl2: '<b>节</b>'},
    content: '<i>'.repeat(500),
    highlighted: {
      hierarchy: {...EMPTY_HIERARCHY, lvl1: 'C++ &amp; &lt;T&gt;', lvl2: '<mark>节</mark>'},
      content: '…<mark>字</mark>',
    },
  };

  it('is grouped under the title of its page, as text', () => {
    expect(toDocSearchHit(hit)._highlightResult.hierarchy.lvl0.value).toBe('C++ & <T>');
  });

  it('shows its heading and the text found', () => {
    const {type, _snippetResult: shown} = toDocSearchHit(hit);
    expect(type).toBe('lvl2');
    expect(shown.hierarchy.lvl2).toEqual({value: '<mark>节</mark>'});
    expect(shown.hierarchy.lvl1).toEqual({value: '…<mark>字</mark>'});
  });

  it('is remembered without markup and without a long text', () => {
    const {_highlightResult, _snippetResult, ...stored} = toDocSearchHit(hit);
    expect(_highlightResult && _snippetResult).toBeTruthy();
    expect(stored.hierarchy).toMatchObject({
      lvl1: 'C++ &amp; &lt;T&gt;',
      lvl2: '&lt;b&gt;节&lt;/b&gt;',
      lvl3: null,
    });
    expect(JSON.stringify(stored)).not.toMatch(/<[bi]>/);
    expect(JSON.stringify(stored).length).toBeLessThan(2500);
  });
});

import {describe, expect, it} from 'vitest';
import {pageIn, readChange, readComparison, readPagePath} from '@site/src/components/VersionCompare/question';
import {getVersion, VERSIONS} from '@site/src/site/versions';

describe('The page of a comparison', () => {
  it.each([
    ['/docs/tutorial/uma', '/docs/tutorial/uma'],
    ['/docs/0.12.0/tutorial/uma', '/docs/tutorial/uma'],
    ['/docs/0.10.0', '/docs'],
    ['/docs/how_to/', '/docs/how_to'],
    ['/docs/install/index.html#top', '/docs/install'],
  ])('%s is %s', (text, page) => {
    expect(readPagePath(text)).toBe(page);
  });

  it.each([
    'https://example.com/docs/install',
    '//example.com/docs',
    '/docs/../blog',
    '/docs//example.com',
    '/docs/%2e%2e/blog',
    '/docs\\install',
    '/blog',
    '/docsother',
    'docs/install',
    'javascript:alert(1)',
  ])('is never %s', (text) => {
    expect(readPagePath(text)).toBeUndefined();
  });

  it('has an address in each version', () => {
    expect(VERSIONS.map((version) => pageIn(version, '/docs/install'))).toEqual([
      '/docs/install',
      '/docs/0.12.0/install',
      '/docs/0.10.0/install',
    ]);
    expect(pageIn(getVersion('0.10.0'), '/docs')).toBe('/docs/0.10.0');
  });
});

describe('The parameters of a comparison', () => {
  const ask = (search: string) => {
    const question = readComparison(search);
    return question.state === 'asked'
      ? [question.comparison.page, question.comparison.from.release, question.comparison.to.release]
      : question;
  };

  it('name a page and two versions, in either order', () => {
    expect(ask('?page=/docs/install&from=0.13.0&to=0.10.0')).toEqual(['/docs/install', '0.13.0', '0.10.0']);
    expect(ask('?page=%2Fdocs%2Finstall&from=0.10.0&to=0.12.0')).toEqual([
      '/docs/install',
      '0.10.0',
      '0.12.0',
    ]);
  });

  it('may leave versions out', () => {
    expect(ask('?page=/docs/install')).toEqual(['/docs/install', '0.12.0', '0.13.0']);
    expect(ask('?page=/docs/install&from=0.13.0')).toEqual(['/docs/install', '0.13.0', '0.12.0']);
    expect(ask('?page=/docs/install&from=0.10.0')).toEqual(['/docs/install', '0.10.0', '0.13.0']);
    expect(ask('?page=/docs/install&to=0.10.0')).toEqual(['/docs/install', '0.12.0', '0.10.0']);
  });

  it('may be at fault, each in its own way', () => {
    expect(ask('')).toEqual({state: 'none'});
    expect(ask('?page=')).toEqual({state: 'none'});
    expect(ask('?page=//x&from=0.12.0')).toEqual({state: 'invalid', parameter: 'page', value: '//x'});
    expect(ask('?page=/docs&to=0.11.0')).toEqual({state: 'invalid', parameter: 'to', value: '0.11.0'});
    expect(ask('?page=/docs&from=1')).toEqual({state: 'invalid', parameter: 'from', value: '1'});
    expect(ask('?page=/docs&from=0.12.0&to=0.12.0')).toEqual({
      state: 'invalid',
      parameter: 'same',
      value: '0.12.0',
    });
  });
});

it('A fragment names a change by its number', () => {
  expect(['#change-3', '#change-0', '#change-', '#change-3x', ''].map(readChange)).toEqual([
    3,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

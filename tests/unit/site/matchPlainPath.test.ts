import {matchPath} from 'react-router';
import {describe, expect, it} from 'vitest';
import {matchPlainPath} from '../../../src/components/PageRouter/matchPlainPath';

const PATHS = [
  '/',
  '/docs',
  '/docs/tutorial/uma',
  '/docs/0.12.0/tutorial',
  '/docs/Tutorial/UMA',
  '/docs/a+b',
  '/搜索',
];
const ADDRESSES = [
  ...PATHS,
  '',
  '//',
  '/docs/',
  '/docs//',
  '/doc',
  '/docs/tutorial/uma/',
  '/docs/tutorial/um',
  '/docs/tutorial/uma/more',
  '/docs/0.12.0/tutorial?',
  '/DOCS/TUTORIAL/uma',
  '/docs/0X12.0/tutorial',
];

describe('the match of an address with the path of a page', () => {
  it.each(PATHS)('is that of the router for %s', (path) => {
    for (const address of ADDRESSES) {
      const plain = matchPlainPath(address, {path, exact: true});
      if (plain !== undefined) {
        expect(plain, address).toEqual(matchPath(address, {path, exact: true}));
      }
    }
  });

  it('is there for every path without a pattern', () => {
    const answered = PATHS.filter((path) => matchPlainPath('/docs', {path, exact: true}) !== undefined);
    expect(answered).toEqual(PATHS.filter((path) => !path.includes('+')));
  });

  it.each([
    {path: '/docs'},
    {path: '/docs', exact: true, strict: true},
    {path: '/docs', exact: true, sensitive: true},
    {path: '/docs/:version', exact: true},
    {path: '*', exact: true},
    {path: ['/docs', '/blog'], exact: true},
    {exact: true},
  ])('is left to the router for $path with other options', (options) => {
    expect(matchPlainPath('/docs', options)).toBeUndefined();
  });
});

import {matchPath as original} from 'react-router';
import {describe, expect, it} from 'vitest';
import {isPlain, matchPath} from '../../../src/site/matchPath';

const PATHS = [
  '/',
  '/docs',
  '/docs/',
  '/docs/tutorial/uma',
  '/docs/0.12.0/tutorial',
  '/docs/Tutorial/UMA',
  '/搜索',
  '/docs/how_to/deploy/deploy_c++',
];
const ADDRESSES = [
  ...PATHS,
  '//',
  '/docs//',
  '/doc',
  '/docs/tutorial/uma/',
  '/docs/tutorial/um',
  '/docs/tutorial/uma-more',
  '/docs/how_to/deploy/deploy_c',
  '/docs/how_to/deploy/deploy_ccc',
  '/docs/tutorial/uma/more',
  '/docs/tutorial/uma//more',
  '/DOCS/TUTORIAL/uma',
  '/docs/0X12.0/tutorial',
];

describe('the match of an address with the path of a route', () => {
  it.each(PATHS.flatMap((path) => [true, false].map((exact) => ({path, exact}))))(
    'is that of the router for $path, exact: $exact',
    (options) => {
      for (const address of ADDRESSES) {
        expect(matchPath(address, options), address).toEqual(original(address, options));
      }
    },
  );

  it('is there for every address where the path is any', () => {
    for (const address of ADDRESSES) {
      expect(matchPath(address, {path: '*'})).toMatchObject({url: address, isExact: true});
    }
  });

  it('is not there without a path', () => {
    expect(matchPath('/docs', {exact: true})).toBeNull();
  });
});

describe('the path of a route', () => {
  it('is plain without a pattern', () => {
    expect([...PATHS, '*'].filter((path) => !isPlain(path))).toEqual([]);
    expect(['/docs/:version', '/docs*', '/docs/(a|b)', '/docs/:a?'].filter(isPlain)).toEqual([]);
  });
});

import {describe, expect, it} from 'vitest';
import {nearestPages} from '../../../src/site/nearestPages';
import {searchWords} from '../../../src/site/pageList';
import {OLDER, OLDEST} from '../../support/releases';

describe('words of an address', () => {
  it.each([
    ['/docs/how_to/deploy-models/cpp.html', 'how to deploy models cpp'],
    [`${OLDER.path}/tutorial/index`, 'tutorial'],
    ['/docs/%E8%B0%83%E4%BC%98/%E8%B0%83%E4%BC%98', '调优'],
    ['/c++/a', 'c++ a'],
    ['/404.html', ''],
    ['/docs/', ''],
    ['/size%', 'size'],
  ])('of %s are "%s"', (pathname, words) => {
    expect(searchWords(pathname, '/')).toBe(words);
  });

  it('are those below the base URL, and no more than a search takes', () => {
    expect(searchWords('/tvm/docs/rpc', '/tvm/')).toBe('rpc');
    expect(searchWords(`/${'ab-'.repeat(3)}${'x'.repeat(90)}`, '/')).toHaveLength(64);
  });
});

describe('the nearest pages', () => {
  const page = (path: string) => ({path, title: path});
  const pages = ['/docs', '/docs/tutorial/quick_start', `${OLDER.path}/tutorial/quick_start`, '/blog'].map(
    page,
  );

  it('are those with the most similar address, in the version that was asked for first', () => {
    expect(nearestPages(`${OLDER.path}/tutorial/quickstart/index.html`, pages)).toEqual([
      pages[2],
      pages[1],
      pages[0],
    ]);
    expect(nearestPages('/docs/tutorial/Quick_Start/', pages, 2)).toEqual([pages[1], pages[0]]);
  });

  it('are of the newest version that has them where none was asked for', () => {
    const old = [OLDEST, OLDER].map(({path}) => page(`${path}/how_to/old_page`));
    const all = [...old, ...pages];
    expect(nearestPages('/docs/how_to/deploy/old_page', all)[0]).toEqual(old[1]);
    expect(nearestPages('/tutorial/quick_start', all)).not.toContainEqual(pages[2]);
  });

  it('are at least the nearest folder above', () => {
    expect(nearestPages(`${OLDER.path}/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx/yyyyyyyyyyyyyyy`, pages)).toEqual([
      pages[0],
    ]);
  });

  it('are none where none is similar', () => {
    expect(nearestPages('/xxxxxxxxxxxxxxxxxxxxxxxx', pages)).toEqual([]);
  });
});

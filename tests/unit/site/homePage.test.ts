import {describe, expect, it} from 'vitest';
import {findEntries} from '@site/src/site/homePage';

describe('findEntries', () => {
  it('offers only what exists, each by its best page', () => {
    const permalinks = new Map([
      ['tutorial/compile', '/docs/tutorial/compile'],
      ['how_to/compile/index', '/docs/how_to/compile'],
      ['tutorial/rpc', '/docs/tutorial/rpc'],
    ]);
    expect(findEntries(permalinks)).toEqual([
      {id: 'compile', permalink: '/docs/how_to/compile'},
      {id: 'deploy', permalink: '/docs/tutorial/rpc'},
    ]);
  });

  it('offers nothing where nothing exists', () => {
    expect(findEntries(new Map())).toEqual([]);
  });
});

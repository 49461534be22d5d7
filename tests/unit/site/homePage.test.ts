import {describe, expect, it} from 'vitest';
import {findEntries, SHORTCUTS, WAYS} from '@site/src/site/homePage';

describe('findEntries', () => {
  it('offers only what exists, each by its best page', () => {
    const permalinks = new Map([
      ['how_to/deploy/index', '/docs/how_to/deploy'],
      ['start/compiler', '/docs/start/compiler'],
      ['tutorial/intro', '/docs/tutorial/intro'],
    ]);
    expect(findEntries(WAYS, permalinks)).toEqual([
      {id: 'deploy', permalink: '/docs/how_to/deploy'},
      {id: 'compiler', permalink: '/docs/start/compiler'},
    ]);
  });

  it('offers nothing where nothing exists', () => {
    expect(findEntries(SHORTCUTS, new Map())).toEqual([]);
  });
});

import {describe, expect, it} from 'vitest';
import {packVersion, unpackVersion} from '@site/src/site/sidebarIndex';

const link = (docId: string, label: string, rest = {}) => ({
  type: 'link',
  href: `/docs/${docId}`,
  label,
  docId,
  unlisted: false,
  ...rest,
});

const VERSION = {
  docsSidebars: {
    main: [
      link('a', '甲'),
      link('b', '短名'),
      {
        type: 'category',
        label: '一组',
        collapsed: true,
        href: '/docs/c/',
        items: [
          link('c/d', '丁', {unlisted: true}),
          {type: 'link', label: '外部', href: 'https://example.org'},
        ],
      },
    ],
  },
  docs: {
    a: {id: 'a', title: '甲', description: '一', sidebar: 'main'},
    b: {id: 'b', title: '很长的名字', description: '二', sidebar: 'main'},
    'c/index': {id: 'c/index', title: '丙', description: '三', sidebar: 'main'},
    'c/d': {id: 'c/d', title: '丁', description: '四', sidebar: 'main'},
    e: {id: 'e', title: '戊', description: '五'},
  },
};

const IDS = ['a', 'b', 'c/index', 'c/d', 'e'];

const withoutDescriptions = Object.fromEntries(
  Object.entries(VERSION.docs).map(([id, {description: _description, ...doc}]) => [id, doc]),
);

describe('packed sidebars', () => {
  it('come out as they went in', () => {
    const {docsSidebars, docs} = unpackVersion(packVersion('/docs', IDS, VERSION, true), IDS);
    expect(docsSidebars).toEqual(VERSION.docsSidebars);
    expect(docs).toEqual(VERSION.docs);
  });

  it('leave out descriptions that no page in the browser shows', () => {
    const packed = packVersion('/docs', IDS, VERSION, false);
    expect(JSON.stringify(packed)).not.toContain('description');
    expect(unpackVersion(packed, IDS).docs).toEqual(withoutDescriptions);
  });

  it('hold a usual page by its label, with its number where that is not the next', () => {
    const firstTwo = (ids: string[]) =>
      packVersion('/docs', ids, VERSION, false).docsSidebars.main.slice(0, 2);
    expect(firstTwo(IDS)).toEqual(['甲', '短名']);
    expect(firstTwo(['b', 'a'])).toEqual([
      ['甲', 1],
      ['短名', 0],
    ]);
  });

  it('hold a page that the version does not list as it is', () => {
    const packed = packVersion('/docs', ['a'], VERSION, true);
    expect(packed.docsSidebars.main[1]).toMatchObject({docId: 'b', label: '短名'});
    expect(unpackVersion(packed, ['a']).docsSidebars).toEqual(VERSION.docsSidebars);
  });

  it('leave out of the list of pages those that a sidebar names by their titles', () => {
    expect(packVersion('/docs', IDS, VERSION, false).docs.map(({id}) => id)).toEqual(['b', 'c/index', 'e']);
  });
});

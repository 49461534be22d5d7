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

const withoutDescriptions = Object.fromEntries(
  Object.entries(VERSION.docs).map(([id, {description: _description, ...doc}]) => [id, doc]),
);

describe('packed sidebars', () => {
  it('come out as they went in', () => {
    const {docsSidebars, docs} = unpackVersion(packVersion('/docs', VERSION, true));
    expect(docsSidebars).toEqual(VERSION.docsSidebars);
    expect(docs).toEqual(VERSION.docs);
  });

  it('leave out descriptions that no page in the browser shows', () => {
    const packed = packVersion('/docs', VERSION, false);
    expect(JSON.stringify(packed)).not.toContain('description');
    expect(unpackVersion(packed).docs).toEqual(withoutDescriptions);
  });

  it('hold a usual page by its label and its id', () => {
    expect(packVersion('/docs', VERSION, false).docsSidebars.main[0]).toEqual(['甲', 'a']);
    expect(packVersion('/docs', VERSION, false).docs.map(({id}) => id)).toEqual(['b', 'c/index', 'e']);
  });
});

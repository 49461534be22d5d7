import {describe, expect, it} from 'vitest';
import {packDocs, unpackDocs, usualPath, type VersionDocs} from '@site/src/site/docIndex';

const doc = (path: string, id: string, sidebar?: string) => ({
  id,
  path: usualPath(path, id),
  ...(sidebar && {sidebar}),
});

const CURRENT: VersionDocs = {
  path: '/docs',
  docs: [
    doc('/docs', 'index', 'main'),
    doc('/docs', 'install/index', 'main'),
    doc('/docs', 'reference'),
    {id: 'a', path: '/docs/elsewhere', sidebar: 'main'},
    doc('/docs', 'z', 'main'),
  ],
};
const OLD: VersionDocs = {
  path: '/docs/0.1',
  docs: [doc('/docs/0.1', 'z', 'main'), doc('/docs/0.1', 'index', 'main'), doc('/docs/0.1', 'only', 'main')],
};

describe('packed lists of pages', () => {
  it('follow the addresses that Docusaurus gives', () => {
    expect(usualPath('/docs', 'index')).toBe('/docs/');
    expect(usualPath('/docs/', 'a/b')).toBe('/docs/a/b');
    expect(usualPath('/docs/0.1', 'a/index')).toBe('/docs/0.1/a/');
    expect(usualPath('/', 'reindex')).toBe('/reindex');
  });

  it.each([
    ['one version', [CURRENT]],
    ['two versions in other orders', [CURRENT, OLD]],
    ['a version without pages', [{path: '/docs', docs: []}, OLD]],
    ['no version', []],
  ])('come out as they went in: %s', (_name, versions) => {
    const paths = versions.map(({path}) => path);
    expect(unpackDocs(packDocs(versions), paths)).toEqual(versions.map(({docs}) => docs));
  });

  it('name a page that two versions have once', () => {
    const same = CURRENT.docs.filter(({id}) => id !== 'a' && id !== 'reference');
    const old = same.map(({id, sidebar}) => doc('/docs/0.1', id, sidebar));
    const packed = packDocs([
      {path: '/docs', docs: same},
      {path: '/docs/0.1', docs: old},
    ]);
    expect(packed).toEqual({
      sidebar: 'main',
      first: ['index', 'install/index', 'z'],
      others: [{drop: [], add: []}],
    });
  });
});

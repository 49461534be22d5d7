import {describe, expect, it} from 'vitest';
import {factsOf} from '@site/src/rehype/reference/facts';
import {entryOf} from '@site/src/rehype/apiLinks';
import type {Inventory} from '@site/src/content/inventory';

function release(name: string, te: Record<string, string>) {
  const inventory: Inventory = {
    tvm: {te: {kind: 'module', home: 'tvm.te'}, nd: {kind: 'module', home: 'tvm.runtime.ndarray'}},
    'tvm.te': Object.fromEntries(
      Object.entries(te).map(([key, sig]) => [
        key,
        {kind: 'function' as const, sig, home: `tvm.te.x.${key}`},
      ]),
    ),
    'tvm.runtime.ndarray': {array: {kind: 'function', sig: '(arr)', home: 'tvm.runtime.ndarray.array'}},
  };
  return {release: name, inventory};
}

const releases = [
  release('0.13.0', {a: '()', b: '(x)', c: '(x)', d: '()'}),
  release('0.12.0', {a: '()', b: '()', d: '()'}),
  release('0.10.0', {a: '()', b: '()'}),
];

describe('factsOf', () => {
  it('says since when a name is there', () => {
    expect(factsOf(releases, 'tvm.te.a')).toMatchObject({since: undefined, changed: undefined});
    expect(factsOf(releases, 'tvm.te.c')).toMatchObject({since: '0.13.0', changed: undefined});
    expect(factsOf(releases, 'tvm.te.d')).toMatchObject({since: '0.12.0', changed: undefined});
  });
  it('says which release changed the parameter list', () =>
    expect(factsOf(releases, 'tvm.te.b')).toMatchObject({
      since: undefined,
      changed: '0.13.0',
      was: {release: '0.12.0', signature: 'tvm.te.b()'},
    }));
  it('imports by the public path, as far as it is one of modules', () => {
    expect(factsOf(releases, 'tvm.te.a').imports).toBe('from tvm.te import a');
    expect(factsOf(releases, 'tvm.nd.array').imports).toBe('from tvm import nd');
    expect(factsOf(releases, 'tvm.te').imports).toBe('import tvm');
  });
});

describe('entryOf', () => {
  const page = '/docs/reference/api/python/relay/transform';
  const entries = new Map([
    ['tvm.relay.transform.FuseOps', `${page}#tvm.relay.transform.FuseOps`],
    ['tvm.relay.transform.build', `${page}#tvm.relay.transform.build`],
  ]);
  it('finds dotted names, with and without the package, as calls, too', () => {
    for (const code of [
      'tvm.relay.transform.FuseOps',
      'relay.transform.FuseOps',
      'relay.transform.FuseOps()',
    ]) {
      expect(entryOf(code, entries, '/docs/install')).toBe(`${page}#tvm.relay.transform.FuseOps`);
    }
  });
  it('takes a bare name only on its own page, and only one that can mean nothing else', () => {
    expect(entryOf('FuseOps', entries, page)).toBe(`${page}#tvm.relay.transform.FuseOps`);
    expect(entryOf('FuseOps', entries, '/docs/install')).toBeUndefined();
    expect(entryOf('build', entries, page)).toBeUndefined();
  });
  it('leaves other code alone', () => {
    for (const code of ['transform.FuseOps', 'relay.transform.FuseOps(mod)', 'USE_LLVM', 'a b']) {
      expect(entryOf(code, entries, page)).toBeUndefined();
    }
  });
});

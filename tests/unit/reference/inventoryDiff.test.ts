import {expect, it} from 'vitest';
import type {Inventory} from '@site/src/content/inventory';
import {diffInventories, isOwn} from '@site/src/content/inventoryDiff';

const before: Inventory = {
  'tvm.te': {
    a: {kind: 'function', sig: '(x)', home: 'tvm.te.a'},
    b: {kind: 'function', sig: '()', home: 'tvm.te.b'},
    S: {kind: 'class', sig: '()', home: 'tvm.te.S', members: {run: '(x)', gone: '()', flag: 'value'}},
    np: {kind: 'module', home: 'numpy'},
    List: {kind: 'class', home: 'typing.List'},
  },
};
const after: Inventory = {
  'tvm.te': {
    a: {kind: 'function', sig: '(x, y=1)', home: 'tvm.te.a'},
    c: {kind: 'function', sig: '()', home: 'tvm.te.c'},
    S: {kind: 'class', sig: '()', home: 'tvm.te.S', members: {run: '(x, y)', flag: 'value'}},
  },
};

it('tells names and members that came, went and changed', () => {
  expect(diffInventories(before, after, (_, entry) => isOwn(entry))).toEqual({
    added: [{name: 'tvm.te.c', sig: '()'}],
    removed: [
      {name: 'tvm.te.S.gone', sig: '()'},
      {name: 'tvm.te.b', sig: '()'},
    ],
    changed: [
      {name: 'tvm.te.S.run', from: '(x)', to: '(x, y)'},
      {name: 'tvm.te.a', from: '(x)', to: '(x, y=1)'},
    ],
  });
});

it('leaves modules out that do not count', () => {
  expect(diffInventories(before, after, (name) => name.startsWith('tvm.tir.')).added).toEqual([]);
});

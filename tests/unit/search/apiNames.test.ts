import {describe, expect, it} from 'vitest';
import {ApiNames, readImports} from '@site/src/content/names';
import type {Inventory} from '@site/src/content/inventory';

const FOLD = 'tvm.relay.transform.transform.FoldConstant';
const INVENTORY: Inventory = {
  tvm: {
    build: {kind: 'function', sig: '(mod)', home: 'tvm.driver.build'},
    relay: {kind: 'module'},
    te: {kind: 'module'},
  },
  'tvm.driver': {build: {kind: 'function', sig: '(mod)', home: 'tvm.driver.build'}},
  'tvm.relay': {transform: {kind: 'module'}, build: {kind: 'function', sig: '(mod)'}},
  'tvm.relay.transform': {FoldConstant: {kind: 'function', sig: '()', home: FOLD}},
  'tvm.relay.transform.transform': {FoldConstant: {kind: 'function', sig: '()', home: FOLD}},
  'tvm.te': {
    Schedule: {kind: 'class', members: {cache_write: '(t)', split: '(a)', stage_map: 'value'}},
    compute: {kind: 'function', sig: '(shape)'},
  },
  'tvm.tir': {Schedule: {kind: 'class', members: {cache_write: '(b)', decompose_reduction: '(b)'}}},
};
const names = new ApiNames(INVENTORY);

describe('readImports', () => {
  it('reads what names stand for', () => {
    const code =
      'import numpy as np import tvm from tvm import relay, te as T from onnx import helper import tvm.relay as R';
    expect(Object.fromEntries(readImports(code))).toEqual({
      np: 'numpy',
      tvm: 'tvm',
      relay: 'tvm.relay',
      T: 'tvm.te',
      helper: 'onnx.helper',
      R: 'tvm.relay',
    });
  });
});

describe('ApiNames', () => {
  const none = readImports('');

  it.each([
    ['tvm.relay.transform.transform.FoldConstant', 'tvm.relay.transform.FoldConstant'],
    ['relay.transform.FoldConstant', 'tvm.relay.transform.FoldConstant'],
    ['tvm.driver.build', 'tvm.build'],
    ['te.Schedule.split', 'tvm.te.Schedule.split'],
    ['relay.nothing', undefined],
    ['build', undefined],
    ['tvm.relay', undefined],
  ])('resolves %s', (text, name) => {
    expect(names.resolve(text, none)).toBe(name);
  });

  it('follows the imports of a page', () => {
    const imports = readImports('from tvm import te as T from onnx import te');
    expect(names.resolve('T.compute', imports)).toBe('tvm.te.compute');
    expect(names.resolve('te.compute', imports)).toBeUndefined();
  });
});

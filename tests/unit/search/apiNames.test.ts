import {describe, expect, it} from 'vitest';
import {ApiNames, readImports} from '@site/src/content/names';
import {EMPTY_HIERARCHY} from '@site/src/site/searchTypes';
import type {Inventory} from '@site/src/content/inventory';
import type {WeightedRecord} from '@site/src/plugins/search/records';
import {makeSymbols} from '@site/src/plugins/search/names';

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

  it.each([
    ['FoldConstant', [], 'tvm.relay.transform.FoldConstant'],
    ['sch.decompose_reduction', [], 'tvm.tir.Schedule.decompose_reduction'],
    ['cache_write', [], 'cache_write'],
    ['s.cache_write', ['tvm.te.Schedule'], 'tvm.te.Schedule.cache_write'],
    ['split', [], undefined],
    ['stage_map', [], undefined],
    ['np_array', [], undefined],
  ])('resolves the last part %s', (text, mentioned, name) => {
    expect(names.resolveLast(text, none, new Set(mentioned))).toBe(name);
  });
});

function record(url: string, heading: string, prose: string, code = ''): WeightedRecord {
  const hierarchy = {...EMPTY_HIERARCHY, lvl1: '页面', lvl2: url.includes('#') ? heading : null};
  const base = {objectID: url, content: prose, type: 'content' as const, language: 'zh-Hans'};
  return {...base, url, hierarchy, docusaurus_tag: 'docs-default-current', prose, code};
}

describe('makeSymbols', () => {
  const explaining = [
    record('/docs/a', '', '开头'),
    record('/docs/a#fold', 'FoldConstant 做什么', 'FoldConstant 折叠常量，FoldConstant 只看常量。'),
    record('/docs/a#next', '接下来', 'API: relay.transform.FoldConstant, te.compute.'),
  ];
  const mentioning = [record('/docs/b', '', '先 FoldConstant。', 'from tvm import te as T T.compute((1,))')];
  const find = (pages: WeightedRecord[][]) =>
    Object.fromEntries(makeSymbols(pages, names).map(({name, url, entry}) => [name, [url, entry]]));

  it('gives the section that explains a name, not one that names it in passing', () => {
    expect(find([mentioning, explaining])['tvm.relay.transform.FoldConstant']).toEqual([
      '/docs/a#fold',
      false,
    ]);
  });

  it('prefers a use to a list of what to read', () => {
    expect(find([explaining, mentioning])['tvm.te.compute']).toEqual(['/docs/b', false]);
  });

  it('knows the short forms that pages write', () => {
    expect(find([mentioning])['T.compute']).toEqual(['/docs/b', false]);
  });

  it('has only names that a page mentions', () => {
    expect(Object.keys(find([explaining]))).not.toContain('tvm.build');
  });

  it('takes entries of the reference as soon as they are there, by any name of the thing', () => {
    const url = '/docs/reference/transform#tvm.relay.transform.transform.FoldConstant';
    const symbols = find([explaining, [record(url, 'FoldConstant', '折叠常量。')]]);
    expect(symbols['tvm.relay.transform.FoldConstant']).toEqual([url, true]);
    expect(symbols[FOLD]).toEqual([url, true]);
  });
});

import {describe, expect, test} from 'vitest';
import {hasName, lookup, unknownKeywords, type Inventory, type Names} from '../../../src/content/inventory';
import {nameProblems} from '../../../tools/examples/static';
import {LATEST} from '../../support/releases';

const INVENTORY: Inventory = {
  tvm: {
    nd: {kind: 'module', home: 'tvm.runtime.ndarray'},
    relay: {kind: 'module', home: 'tvm.relay'},
    IRModule: {kind: 'class', sig: '(functions=None)', home: 'tvm.ir.module.IRModule'},
  },
  'tvm.ir.module': {
    IRModule: {
      kind: 'class',
      sig: '(functions=None)',
      home: 'tvm.ir.module.IRModule',
      bases: ['tvm.ir.base.Node', 'object'],
      members: {from_expr: '(expr, functions=None)', functions: 'value'},
    },
  },
  'tvm.ir.base': {
    Node: {kind: 'class', home: 'tvm.ir.base.Node', bases: ['object'], members: {astext: '()'}},
    Odd: {kind: 'class', home: 'tvm.ir.base.Odd', bases: ['np.ndarray'], members: {}},
  },
  'tvm.runtime.ndarray': {array: {kind: 'function', sig: '(arr, device=None)', home: 'tvm.runtime.ndarray.array'}},
  'tvm.relay': {
    build: {kind: 'function', sig: "(ir_mod, target=None, executor=Executor('graph'), params={'a': 1})"},
    const: {kind: 'value', home: 'tvm.relay.const'},
  },
  'tvm.contrib.graph_executor': {GraphModule: {kind: 'class', sig: '(module)'}},
  'tvm.contrib': {},
  'tvm.ir': {},
};

describe('looking a name up', () => {
  test.each([
    ['tvm', {state: 'found'}],
    ['tvm.relay', {state: 'found'}],
    ['tvm.nd.array', {state: 'found', sig: '(arr, device=None)'}],
    ['tvm.IRModule', {state: 'found', sig: '(functions=None)'}],
    ['tvm.IRModule.from_expr', {state: 'found', sig: '(expr, functions=None)'}],
    ['tvm.IRModule.astext', {state: 'found', sig: '()'}],
    ['tvm.IRModule.nothing', {state: 'missing', prefix: 'tvm.IRModule'}],
    ['tvm.IRModule.__init__', {state: 'unknown'}],
    ['tvm.ir.base.Odd.anything', {state: 'unknown'}],
    ['tvm.contrib.graph_executor.GraphModule', {state: 'found', sig: '(module)'}],
    ['tvm.relay.biuld', {state: 'missing', prefix: 'tvm.relay'}],
    ['tvm.relay.const.anything', {state: 'unknown'}],
    ['tvm.relay._ffi', {state: 'unknown'}],
    ['tvm.nothing.build', {state: 'missing', prefix: 'tvm'}],
    ['vta', {state: 'missing', prefix: ''}],
  ])('%s', (name, expected) => {
    const found = lookup(INVENTORY, name);
    expect(JSON.parse(JSON.stringify(found))).toEqual(expected);
  });
});

describe('keyword arguments', () => {
  test.each([
    ["(ir_mod, target=None, executor=Executor('graph', x=1), params=(1, 2))", ['target', 'params'], []],
    ["(ir_mod, text='a, b=(')", ['text', 'b'], ['b']],
    ['(a, *args, b=1)', ['b', 'args'], ['args']],
    ['(a, /, b, *, c)', ['a', 'b', 'c'], ['a']],
    ['(a, **kwargs)', ['anything'], []],
    ['()', ['x'], ['x']],
  ])('of %s', (sig, keywords, unknown) => {
    expect(unknownKeywords(sig, keywords)).toEqual(unknown);
  });
});

test('a wrong name and a wrong argument are reported at their line', () => {
  const uses = [
    {index: 2, line: 7, name: 'tvm.relay.build', keywords: ['target', 'targets']},
    {index: 2, line: 8, name: 'tvm.relay.biuld', keywords: []},
    {index: 2, line: 9, name: 'tvm.nd.array', keywords: null},
  ];
  const problems = nameProblems('docs/a.md', uses, INVENTORY, LATEST.release);
  expect(problems).toMatchObject([
    {kind: 'keyword', page: 'docs/a.md', line: 7, fence: 3},
    {kind: 'name', page: 'docs/a.md', line: 8, fence: 3},
  ]);
  expect(problems[0].message).toContain('没有参数 targets');
  expect(problems[1].message).toContain('tvm.relay 里没有 biuld');
});

test('a list of names tells what a release still has', () => {
  const names: Names = {
    tvm: ['te', 'transform', 'ir'],
    'tvm.te': ['compute', 'Schedule'],
    'tvm.transform': 'tvm.ir.transform',
    'tvm.ir.transform': ['PassContext'],
    'tvm.ir': ['transform'],
  };
  const asked = ['tvm.te.compute', 'tvm.te.create_schedule', 'tvm.transform.PassContext', 'tvm.relay.build', 'tvm.te'];
  expect(asked.filter((name) => hasName(names, name))).toEqual(['tvm.te.compute', 'tvm.transform.PassContext', 'tvm.te']);
});

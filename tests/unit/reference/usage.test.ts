import {describe, expect, it} from 'vitest';
import {readImports} from '@site/src/content/names';
import type {Inventory} from '@site/src/content/inventory';
import {nameResolver, namesUsed} from '../../../tools/reference/usage';

const inventory: Inventory = {
  tvm: {
    relay: {kind: 'module', home: 'tvm.relay'},
    nd: {kind: 'module', home: 'tvm.runtime.ndarray'},
    cpu: {kind: 'function', sig: '()', home: 'tvm.runtime.ndarray.cpu'},
    IRModule: {kind: 'class', sig: '()', home: 'tvm.ir.module.IRModule'},
  },
  'tvm.ir': {IRModule: {kind: 'class', sig: '()', home: 'tvm.ir.module.IRModule'}},
  'tvm.relay': {build: {kind: 'function', sig: '()', home: 'tvm.relay.build_module.build'}},
  'tvm.relay.nn': {relu: {kind: 'function', sig: '(data)', home: 'tvm.relay.op.nn.nn.relu'}},
  'tvm.relay.analysis': {cpu: {kind: 'function', sig: '()', home: 'tvm.runtime.ndarray.cpu'}},
};
const names = {
  ir: {'tvm.ir.IRModule': ''},
  'relay/index': {'tvm.relay.build': ''},
  'relay/nn': {'tvm.relay.nn.relu': ''},
  'relay/analysis': {'tvm.relay.analysis.cpu': ''},
};
const resolve = nameResolver(inventory, names);
const page = (code: string, prose = '') => `${prose}\n\n\`\`\`python\n${code}\n\`\`\`\n`;

describe('readImports', () => {
  it('reads every form of import, and names given to a module afterwards', () => {
    const code = 'import tvm\nimport tvm.te as t, numpy as np\nfrom tvm import relay, rpc as r  # x\n';
    expect([...readImports(`${code}from tvm.ir import (\n  Op,\n  Call as C,\n)\nnn = relay.nn`)]).toEqual([
      ['tvm', 'tvm'],
      ['t', 'tvm.te'],
      ['np', 'numpy'],
      ['relay', 'tvm.relay'],
      ['r', 'tvm.rpc'],
      ['Op', 'tvm.ir.Op'],
      ['C', 'tvm.ir.Call'],
      ['nn', 'tvm.relay.nn'],
    ]);
  });
});

describe('namesUsed', () => {
  it('finds entries through aliases, other public names and members', () => {
    const code =
      'import tvm\nfrom tvm import relay\nnn = relay.nn\nnn.relu(x)\ntvm.IRModule.from_expr(y)\nrelay.build(z)';
    expect([...namesUsed(page(code), resolve)].sort()).toEqual([
      'tvm.ir.IRModule',
      'tvm.relay.build',
      'tvm.relay.nn.relu',
    ]);
  });
  it('does not credit a module with a name that it only imports', () => {
    expect(namesUsed(page('import tvm\ntvm.cpu()'), resolve).size).toBe(0);
  });
  it('does not take the same words of other packages for names of TVM', () => {
    expect(namesUsed(page('import relay\nrelay.build(z)'), resolve).size).toBe(0);
  });
  it('counts inline code only when asked, and only the roles asked for', () => {
    const text = page('print(1)', '见 `relay.build()`。');
    expect([...namesUsed(text, resolve, {inline: true})]).toEqual(['tvm.relay.build']);
    expect(namesUsed(text, resolve).size).toBe(0);
    const norun = '```python norun="没有板子"\nfrom tvm import relay\nrelay.build(z)\n```\n';
    expect(namesUsed(norun, resolve).size).toBe(1);
    expect(namesUsed(norun, resolve, {roles: ['run']}).size).toBe(0);
  });
});

import {describe, expect, it} from 'vitest';
import {findName} from '@site/src/content/names';
import {findGone} from '@site/src/rehype/goneNames';
import type {Inventory} from '@site/src/content/inventory';

const own: Inventory = {
  tvm: {relay: {kind: 'module'}, te: {kind: 'module'}, cpu: {kind: 'function', sig: '(dev_id=0)'}},
  'tvm.relay': {build: {kind: 'function', sig: '(ir_mod)', home: 'tvm.relay.build_module.build'}},
  'tvm.te': {compute: {kind: 'function', sig: '(shape, fcompute)'}},
};
const newest = {tvm: ['te', 'cpu'], 'tvm.te': ['compute']};

describe('findName', () => {
  it('finds names with and without the package', () => {
    expect(findName('tvm.relay.build', own)).toBe('tvm.relay.build');
    expect(findName('relay.build', own)).toBe('tvm.relay.build');
    expect(findName('relay.build()', own)).toBe('tvm.relay.build');
  });

  it('leaves alone what is no public name', () => {
    expect(findName('relay.nothing', own)).toBeUndefined();
    expect(findName('build', own)).toBeUndefined();
    expect(findName('np.array', own)).toBeUndefined();
    expect(findName('USE_LLVM=ON', own)).toBeUndefined();
  });
});

describe('findGone', () => {
  it('tells what the newest release no longer has', () => {
    expect(findGone('relay.build', {own, newest})).toBe('tvm.relay.build');
    expect(findGone('te.compute', {own, newest})).toBeUndefined();
    expect(findGone('tvm.cpu', {own, newest})).toBeUndefined();
  });
});

import {describe, expect, it} from 'vitest';
import {findSymbols, readName} from '@site/src/search/symbols';
import type {SymbolTable} from '@site/src/site/searchTypes';

const TABLE: SymbolTable = {
  records: ['entry', 'intro', 'te', 'vm', 'start', 'tensorir'],
  entries: 1,
  names: {
    'T.Buffer': 5,
    FoldScaleAxis: 4,
    export_library: 4,
    'tvm.build': 2,
    'tvm.relay.build': 1,
    'tvm.relay.transform.FoldConstant': 1,
    'tvm.relay.transform.FoldScaleAxis': 0,
    'tvm.runtime.vm.VirtualMachine': 3,
    'tvm.te.compute': 2,
    'tvm.te.compute_at': 4,
  },
};

const find = (query: string) => {
  const name = readName(query);
  return name === undefined ? undefined : findSymbols(TABLE, name).records;
};

describe('readName', () => {
  it.each([
    ['relay.build', 'relay.build'],
    ['tvm.relay.build', 'tvm.relay.build'],
    [' te.compute() ', 'te.compute'],
    ['relay.build(mod, target)', 'relay.build'],
    ['FoldConstant', 'foldconstant'],
    ['opt_level', 'optlevel'],
    ['relay.', 'relay'],
  ])('reads %s', (query, name) => {
    expect(readName(query)).toBe(name);
  });

  it.each(['算子融合', 'relay build', 'relay 编译', 'x', '', '3d', 'a-b'])(
    'takes %s for no name',
    (query) => {
      expect(readName(query)).toBeUndefined();
    },
  );
});

describe('findSymbols', () => {
  it.each([
    ['relay.build', ['intro']],
    ['tvm.relay.build', ['intro']],
    ['te.compute', ['te']],
    ['foldconstant', ['intro']],
    ['FoldConstant', ['intro']],
    ['foldcon', ['intro']],
    ['FoldScaleAxis', ['entry']],
    ['relay.bui', ['intro']],
    ['vm.VirtualMachine', ['vm']],
    ['relay.vm.VirtualMachine', ['vm']],
    ['t.buffer', ['tensorir']],
    ['Module.export_library', ['start']],
    ['tvm.build', ['te']],
  ])('finds %s', (query, records) => {
    expect(find(query)).toEqual(records);
  });

  it('puts entries of the reference first', () => {
    expect(find('transform.Fold')).toEqual(['entry', 'intro']);
  });

  it('takes no everyday word for a name', () => {
    expect(find('build')).toEqual([]);
    expect(find('compute')).toEqual(['start']);
  });

  it('takes the name of a module for no name of what it has', () => {
    expect(find('transform')).toEqual([]);
    expect(find('relay')).toEqual([]);
  });

  it('tells whole names from those that begin so', () => {
    expect(findSymbols(TABLE, 'foldconstant').whole).toBe(true);
    expect(findSymbols(TABLE, 'foldcon').whole).toBe(false);
  });

  it('finds nothing that is not there', () => {
    expect(find('relay.nothing')).toEqual([]);
  });
});

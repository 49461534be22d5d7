import {describe, expect, it} from 'vitest';
import {namePostings} from '@site/src/plugins/search/names';
import {toFiles} from '@site/src/plugins/search/postings';
import type {LookedUp} from '@site/src/search/lookUp';
import {findNames, readName} from '@site/src/search/names';
import {SearchIndex} from '@site/src/search/searchIndex';

const PLACES = [
  '',
  'tvm.build',
  'tvm.relay.build',
  'tvm.relay.transform.FoldConstant',
  'tvm.relay.transform.FoldScaleAxis',
  'tvm.runtime.vm.VirtualMachine',
  'tvm.te.compute',
  'tvm.te.Schedule.compute_at',
  'tvm.tir.Schedule.compute_at',
  'tvm.tir.Schedule',
];

const files = toFiles(namePostings(PLACES.map((name) => ({url: `/docs/reference/api/python/page#${name}`}))));
const index = new SearchIndex('/', 'docs', async (url) =>
  url.endsWith('entry.json')
    ? {folder: 'f', starts: files.map((file) => Object.keys(file)[0])}
    : files[Number(/(\d+)\.json$/.exec(url)![1])],
);

const word = (text: string, guess?: LookedUp['guess'], meant: string[] = []): LookedUp => ({
  readings: [[text]],
  said: [],
  prefix: false,
  isJoined: false,
  isIntent: false,
  matches: new Map(),
  meant,
  guess,
});

const find = async (query: string, guess?: LookedUp['guess']) => {
  const name = readName(query);
  return name && (await findNames(index, name, [word(name, guess)])).records.map((number) => PLACES[number]);
};

describe('readName', () => {
  it.each([
    ['relay.build', 'relay.build'],
    ['tvm.relay.build', 'relay.build'],
    [' te.compute() ', 'te.compute'],
    ['relay.build(mod, target)', 'relay.build'],
    ['FoldConstant', 'foldconstant'],
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

describe('findNames', () => {
  it.each([
    ['relay.build', ['tvm.relay.build']],
    ['tvm.relay.build', ['tvm.relay.build']],
    ['te.compute', ['tvm.te.compute']],
    ['foldconstant', ['tvm.relay.transform.FoldConstant']],
    ['relay.bui', ['tvm.relay.build']],
    ['vm.VirtualMachine', ['tvm.runtime.vm.VirtualMachine']],
    ['relay.vm.VirtualMachine', ['tvm.runtime.vm.VirtualMachine']],
    ['tir.Schedule.compute_at', ['tvm.tir.Schedule.compute_at']],
    ['sch.compute_at', ['tvm.te.Schedule.compute_at', 'tvm.tir.Schedule.compute_at']],
  ])('finds %s', async (query, names) => {
    expect(await find(query)).toEqual(names);
  });

  it('takes a word for the beginning of a name only where no page has it as it is', async () => {
    expect(await find('foldcon', 'beginning')).toEqual(['tvm.relay.transform.FoldConstant']);
    expect(await find('compute', 'beginning')).toEqual(['tvm.te.Schedule.compute_at']);
    expect(await find('compute')).toEqual([]);
    expect(await find('build')).toEqual([]);
  });

  it('takes the name of a module for no name of what it has', async () => {
    expect(await find('transform')).toEqual([]);
    expect(await find('relay')).toEqual([]);
  });

  it('tells whole names from those that begin so', async () => {
    expect((await findNames(index, 'foldconstant', [])).whole).toBe(true);
    expect((await findNames(index, 'foldcon', [word('foldcon', 'beginning')])).whole).toBe(false);
  });

  it('puts right what was misspelt', async () => {
    const misspelt = word('bulid', 'misspelt', ['build']);
    expect((await findNames(index, 'relay.bulid', [misspelt])).records).toEqual([
      PLACES.indexOf('tvm.relay.build'),
    ]);
  });

  it('finds nothing that is not there', async () => {
    expect(await find('relay.nothing')).toEqual([]);
  });
});

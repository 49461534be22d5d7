import {describe, expect, it} from 'vitest';
import {isClose, rank} from '@site/src/search/ranking';

const token = (matches: Record<string, number>) => ({matches: new Map(Object.entries(matches))});

describe('rank', () => {
  it('prefers documents that have all of the query', () => {
    const ranked = rank([token({a: 1, b: 5}), token({a: 1}), token({a: 1, b: 1})]);
    expect(ranked.map(({id}) => id)[0]).toBe('a');
  });

  it('leaves out documents with little of the query while others have more', () => {
    const ranked = rank([token({a: 1}), token({a: 1}), token({a: 1, b: 9, c: 9, d: 9, e: 9})]);
    expect(ranked.map(({id}) => id)).toEqual(['a']);
  });

  it('ignores words that nothing has', () => {
    expect(rank([token({a: 1}), token({})]).map(({id}) => id)).toEqual(['a']);
  });

  it('finds nothing where no word is found', () => {
    expect(rank([token({})])).toEqual([]);
    expect(rank([])).toEqual([]);
  });

  it('orders by the score of a single word', () => {
    expect(rank([token({a: 1, b: 3, c: 2})]).map(({id}) => id)).toEqual(['b', 'c', 'a']);
  });
});

describe('isClose', () => {
  it.each([
    ['foldconstant', 'fold', true],
    ['foldconstant', 'foldconstent', true],
    ['zone', 'zzqqxxyy', false],
    ['算子', '算子', true],
    ['算法', '算子', false],
    ['te', 'te', true],
  ])('%s for %s: %s', (indexed, asked, close) => {
    expect(isClose(indexed, asked)).toBe(close);
  });
});

import {describe, expect, it} from 'vitest';
import {rank} from '@site/src/search/ranking';

const word = (weights: Record<string, number>) => new Map(Object.entries(weights));
const ids = (...words: ReadonlyMap<string, number>[]) => rank(words).map(({id}) => id);

describe('rank', () => {
  it('prefers documents that have all of the query', () => {
    expect(ids(word({a: 10, b: 50}), word({a: 10}), word({a: 10, b: 10}))[0]).toBe('a');
  });

  it('leaves out documents with little of the query while others have more', () => {
    expect(ids(word({a: 1}), word({a: 1}), word({a: 1, b: 90, c: 90, d: 90, e: 90}))).toEqual(['a']);
  });

  it('gives documents with little of the query where none has more', () => {
    expect(ids(word({a: 5}), word({b: 5}), word({c: 5})).sort()).toEqual(['a', 'b', 'c']);
  });

  it('ignores words that nothing has', () => {
    expect(ids(word({a: 1}), word({}))).toEqual(['a']);
  });

  it('finds nothing where no word is found', () => {
    expect(ids(word({}))).toEqual([]);
    expect(ids()).toEqual([]);
  });

  it('orders by the weight of a single word', () => {
    expect(ids(word({a: 4, b: 80, c: 10}))).toEqual(['b', 'c', 'a']);
  });

  it('counts a rare word more than a common one', () => {
    const common = word({a: 10, c: 10, d: 10, e: 10, f: 10, g: 10});
    expect(ids(common, word({b: 10}))[0]).toBe('b');
  });
});

import {describe, expect, it} from 'vitest';
import type {LookedUp} from '@site/src/search/lookUp';
import {rank} from '@site/src/search/ranking';

const PAGES = [...'abcdefg'];

/** A word with its weights, on pages of one record each. */
const word = (weights: Record<string, number>, about: Partial<LookedUp> = {}): LookedUp => ({
  readings: [],
  said: [],
  prefix: false,
  isJoined: false,
  isIntent: false,
  meant: [],
  matches: new Map(Object.entries(weights).map(([page, weight]) => [PAGES.indexOf(page), weight])),
  ...about,
});
const FIRSTS = PAGES.map((_, i) => i);
const ids = (...words: LookedUp[]) => rank(words, FIRSTS, () => false).map(({number}) => PAGES[number]);

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

  it('prefers the page on what the reader wants to do', () => {
    const words = [word({a: 20, b: 21}), word({a: 10, b: 10}, {isIntent: true})];
    expect(rank(words, FIRSTS, (page) => page === 0)[0]!.number).toBe(0);
    expect(rank(words, FIRSTS, () => false)[0]!.number).toBe(1);
  });

  it('makes little of a pair of characters that stands where two words meet', () => {
    const joined = {isJoined: true};
    const [ab, bc, cd] = [{a: 20, b: 20, c: 20, d: 20, e: 5}, {e: 20}, {a: 20, b: 20, c: 20, d: 20}];
    expect(ids(word(ab), word(bc, joined), word(cd, joined)).at(-1)).toBe('e');
    expect(ids(word(ab), word(bc), word(cd))[0]).not.toBe('e');
  });

  it('lets other pages come before the lesser sections of one', () => {
    const words = [word({a: 90, b: 90, c: 20})];
    const numbers = (firsts: number[]) => rank(words, firsts, () => false).map(({number}) => number);
    expect(numbers([0, 2])[0]).toBe(0);
    expect(new Set(numbers([0, 2]).slice(0, 2))).toEqual(new Set([0, 1]));
  });
});

import {describe, expect, it} from 'vitest';
import {completions, corrections, editDistance} from '@site/src/search/spelling';

const WORDS = [
  'autotvm',
  'build',
  'builder',
  'cmake',
  'foldconstant',
  'foldscaleaxis',
  'onnx',
  'relay',
  'te',
];

describe('editDistance', () => {
  it.each([
    ['relay', 'relay', 0],
    ['realy', 'relay', 1],
    ['onxx', 'onnx', 1],
    ['relayy', 'relay', 1],
    ['rlay', 'relay', 1],
    ['ealry', 'relay', 3],
  ])('%s to %s: %d', (a, b, edits) => {
    expect(editDistance(a, b, 3)).toBe(edits);
    expect(editDistance(b, a, 3)).toBe(edits);
  });

  it('stops at the limit', () => {
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
    expect(editDistance('a', 'abcdef', 2)).toBe(3);
  });
});

describe('completions', () => {
  it('gives the shortest words first, and no more than asked for', () => {
    expect(completions('bui', WORDS, 5)).toEqual(['build', 'builder']);
    expect(completions('fold', WORDS, 1)).toEqual(['foldconstant']);
    expect(completions('zz', WORDS, 5)).toEqual([]);
  });
});

describe('corrections', () => {
  it.each([
    ['cmkae', ['cmake']],
    ['autotmv', ['autotvm']],
    ['foldconstnat', ['foldconstant']],
    ['bulid', ['build']],
  ])('%s can mean %s', (word, meant) => {
    expect(corrections(word, WORDS, 2)).toEqual(meant);
  });

  it('takes short words and strange ones for nothing', () => {
    expect(corrections('tx', WORDS, 2)).toEqual([]);
    expect(corrections('zzqqxxyy', WORDS, 2)).toEqual([]);
  });

  it('prefers words of the same first letter', () => {
    expect(corrections('cake', ['bake', 'cage', 'make'], 2)).toEqual(['cage', 'bake']);
  });
});

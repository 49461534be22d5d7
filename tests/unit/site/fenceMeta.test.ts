import {describe, expect, it} from 'vitest';
import {parseFenceMeta} from '@site/src/site/fenceMeta';

describe('parseFenceMeta', () => {
  it('reads title, lines and line numbers', () => {
    expect(parseFenceMeta('title="a b.py" {1,3-5} showLineNumbers=10')).toMatchObject({
      title: 'a b.py',
      highlight: [1, 3, 4, 5],
      firstLine: 10,
      role: 'code',
    });
  });

  it('does not take words inside a value for its own', () => {
    expect(parseFenceMeta('title="output before" norun="要看 output"')).toMatchObject({
      role: 'code',
      side: undefined,
      norun: '要看 output',
    });
  });

  it('tells the two sides of a comparison', () => {
    expect(parseFenceMeta('output before')).toMatchObject({role: 'output', side: 'before'});
    expect(parseFenceMeta('output after')).toMatchObject({role: 'output', side: 'after'});
  });

  it('shows nothing special without meta', () => {
    expect(parseFenceMeta()).toEqual({
      title: undefined,
      highlight: [],
      firstLine: undefined,
      norun: undefined,
      role: 'code',
      side: undefined,
    });
  });
});

import {describe, expect, it} from 'vitest';
import {findRecord, readSourceLinks, sourceUrl, symbolOf} from '@site/src/content/sourceLinks';
import {formatRecords} from '@site/src/content/sourceRecords';
import {LATEST} from '../../support/releases';

describe('links to the source in a page', () => {
  const targets = (text: string) => readSourceLinks(text).map(({target, symbol}) => `${target} ${symbol}`);

  it('are found with their lines, more than one on a line and in tables', () => {
    const page =
      '---\ntitle: a\n---\n\n见 [`Stage`](tvm:python/a.py) 和 [`f()`](tvm:src/b.cc#C)。\n\n| [`x`](tvm:c.h) |\n| --- |\n';
    expect(readSourceLinks(page)).toEqual([
      {line: 5, text: '`Stage`', symbol: 'Stage', target: 'python/a.py'},
      {line: 5, text: '`f()`', symbol: 'f', target: 'src/b.cc#C'},
      {line: 7, text: '`x`', symbol: 'x', target: 'c.h'},
    ]);
  });

  it('are none in code', () => {
    expect(targets('写成 ``[`a`](tvm:b)``，或 `[a](tvm:b)`。\n\n```md\n[`a`](tvm:b)\n```\n')).toEqual([]);
  });

  it('take brackets in the code of a link for code', () => {
    expect(targets('[`a[0]`](tvm:b.py) [``x`y``](tvm:c.py)')).toEqual(['b.py a[0]', 'c.py x`y']);
  });

  it('without one symbol have none', () => {
    expect(targets('[Stage](tvm:a) [`a b`](tvm:b) [见 `a`](tvm:c) [`a` `b`](tvm:d)')).toEqual([
      'a undefined',
      'b undefined',
      'c undefined',
      'd undefined',
    ]);
  });

  it('in a form that is not read are told apart', () => {
    const page = '[`a`][r]\n\n[r]: tvm:a.py\n\n[`b`](tvm:b.py "题")\n\n<a href="tvm:c.py">`c`</a>\n';
    expect(readSourceLinks(page).map(({line, target}) => [line, target])).toEqual([
      [3, ''],
      [5, ''],
      [7, ''],
    ]);
  });
});

describe('a symbol', () => {
  it.each([
    ['build()', 'build'],
    ['operator()', 'operator()'],
    ['A::b', 'A::b'],
    ['nn.conv2d', 'nn.conv2d'],
    ['a b', undefined],
    ['', undefined],
  ])('of `%s`', (code, symbol) => {
    expect(symbolOf(code)).toBe(symbol);
  });
});

it('an address has the path without the hint, and the line', () => {
  expect(sourceUrl(`v${LATEST.release}`, 'src/a.cc#B', {line: 7, text: ''})).toBe(
    `https://github.com/apache/tvm/blob/v${LATEST.release}/src/a.cc#L7`,
  );
});

describe('records', () => {
  const records = {
    'b.py': {z: {line: 2, text: 'z = 1'}, a: {line: 1, text: 'a = 1'}},
    'a.py': {x: {line: 3, text: 'x'}},
  };

  it('are written in order, one a line', () => {
    const lines = formatRecords(LATEST.release, records).split('\n');
    expect(lines.filter((line) => line.startsWith('      '))).toEqual([
      '      "x": {"line":3,"text":"x"}',
      '      "a": {"line":1,"text":"a = 1"},',
      '      "z": {"line":2,"text":"z = 1"}',
    ]);
    expect(JSON.parse(lines.join('\n'))).toEqual({version: LATEST.release, targets: records});
  });

  it('are found by target and symbol', () => {
    expect(findRecord(records, {target: 'b.py', symbol: 'z'})?.line).toBe(2);
    expect(findRecord(records, {target: 'b.py', symbol: 'x'})).toBeUndefined();
    expect(findRecord(records, {target: 'b.py'})).toBeUndefined();
  });
});

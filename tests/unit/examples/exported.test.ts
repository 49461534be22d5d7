import {describe, expect, it} from 'vitest';
import type {Notebook} from '@site/src/plugins/take-away/notebook';
import {parseFences, codeFences} from '@site/src/site/fences';
import {differentCell, printedByAll} from '@site/tools/examples/exported';

function notebook(...printed: (string | undefined)[]): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: printed.map((text, i) => ({
      id: `cell-${i + 1}`,
      cell_type: 'code',
      metadata: {},
      execution_count: null,
      source: [],
      outputs: text === undefined ? [] : [{output_type: 'stream', name: 'stdout', text: [text]}],
    })),
  };
}

describe('the outputs of an executed notebook', () => {
  it.each([
    ['the same', ['a\n', undefined], ['a\n', undefined], undefined],
    ['other figures', ['0.3 ms\n'], ['12 ms\n'], undefined],
    ['blank lines at the end', ['a\n'], ['a\n\n'], undefined],
    ['another text', ['a\n', 'b\nc\n'], ['a\n', 'b\nd\n'], 'cell-2：页面是「c」，打印的是「d」'],
    ['nothing', ['a\n'], [undefined], 'cell-1：页面是「a」，打印的是「」'],
    ['more', [undefined], ['a\n'], 'cell-1：页面是「」，打印的是「a」'],
  ])('%s', (_, wanted, found, problem) => {
    expect(differentCell(notebook(...wanted), notebook(...found))).toBe(problem);
  });
});

it('A script prints what all code of its page prints, in order', () => {
  const markdown = [
    '```python\nprint(1)\n```\n\n```text output\n1\n```',
    '```python norun="GPU"\nx\n```',
    '```bash run\necho a\n```\n\n```text output\na\n```',
    '```text output before\nnot below code\n```',
  ].join('\n\n正文\n\n');
  const fences = parseFences(markdown);
  const page = {path: '', file: '', version: '', environment: '', markdown, fences, code: codeFences(fences), hash: ''};
  expect(printedByAll(page)).toBe('1\na');
});

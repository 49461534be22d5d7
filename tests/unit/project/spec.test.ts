import fs from 'node:fs';
import {describe, expect, it} from 'vitest';

const SPEC = 'tests/e2e/SPEC.md';

interface Row {
  statement: string;
  tests: string;
}

const rows = fs
  .readFileSync(SPEC, 'utf8')
  .split('\n')
  .filter((line) => /^\| /.test(line) && !/^\| (?:---|说法)/.test(line))
  .map((line): Row => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, ''));
    return {statement: cells[0]!, tests: cells.slice(2).join(' | ')};
  });

/** The files and titles in the last cell of a row. */
function testsOf({tests}: Row): {file: string; title: string}[] {
  return tests.split('<br>').map((test) => {
    const [, file = '', title = ''] = /^`([^`]+)`：`([^`]+)`$/.exec(test) ?? [];
    return {file, title};
  });
}

/** Whether a file holds the title of a test as it is written there. */
function hasTitle(file: string, title: string): boolean {
  const code = fs.readFileSync(file, 'utf8');
  return ["'", '"', '`'].some((quote) => code.includes(quote + title + quote));
}

describe('the table of the specification', () => {
  it('has rows', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows.map((row) => [row.statement, row] as const))('%s', (_, row) => {
    const missing = testsOf(row).filter(
      ({file, title}) => !file || !fs.existsSync(file) || !hasTitle(file, title),
    );
    expect(missing, `改正 ${SPEC} 里的文件或测试的名字`).toEqual([]);
  });
});

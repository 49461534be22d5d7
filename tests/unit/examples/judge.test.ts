import {describe, expect, test} from 'vitest';
import {fenceHashes} from '../../../src/content/codeHash';
import {codeFences, parseFences} from '../../../src/site/fences';
import {compareTexts, fenceRecords, judgeRun} from '../../../tools/examples/judge';
import {sameButFigures} from '../../../tools/examples/measure';
import type {ExamplePage} from '../../../tools/examples/pages';
import type {SandboxEvent} from '../../../tools/examples/sandbox';
import {writeOutputs} from '../../../tools/examples/write';
import {LATEST} from '../../support/releases';

function pageOf(markdown: string): ExamplePage {
  const fences = parseFences(markdown);
  const code = codeFences(fences);
  const [path, file] = ['docs/a.md', '/site/docs/a.md'];
  return {path, file, version: LATEST.release, environment: LATEST.release, markdown, fences, code, hash: ''};
}

const PAGE = pageOf('```python\nprint(1)\n```\n\n```text output\n1\nold\n```\n\n```python\nx = 1\n```\n\n```bash\nls\n```\n');

function run(events: SandboxEvent[]) {
  return judgeRun(PAGE, {events, source: '/tmp/a.py', supervisorError: ''});
}

function printed(index: number, output: string): SandboxEvent[] {
  return [
    {event: 'start', index},
    {event: 'fence', index, error: null, seconds: 0, output},
  ];
}

const END: SandboxEvent = {event: 'end', broken: null, figure: null, code: 0, trace: '', log: ''};

describe('a run', () => {
  test('that prints what the page shows has no problem; blank lines at the end do not count', () => {
    const page = pageOf('```python\nprint(1)\n```\n\n```text output\n1\n\n```\n');
    const events: SandboxEvent[] = [...printed(0, '1'), {event: 'done'}, END];
    expect(judgeRun(page, {events, source: '', supervisorError: ''})).toEqual({problems: [], changes: [], measured: []});
  });

  test('that prints something else names the first line that differs', () => {
    const {problems, changes} = run([...printed(0, '1\nnew'), ...printed(1, ''), {event: 'done'}, END]);
    expect(problems).toMatchObject([{kind: 'output-differs', line: 7, fence: 1}]);
    expect(problems[0].detail).toBe('  1\n- old\n+ new');
    expect(changes.map((change) => change.output)).toEqual(['1\nnew']);
  });

  test('that died is blamed on the fence and the line where it was', () => {
    const trace = 'Fatal Python error: Segmentation fault\n\n  File "/lib/x.py", line 3 in f\n  File "/tmp/a.py", line 11 in <module>\n';
    const events: SandboxEvent[] = [
      ...printed(0, '1\nold'),
      {event: 'start', index: 1},
      {event: 'end', broken: null, figure: null, code: -11, trace, log: 'LLVM ERROR'},
    ];
    expect(run(events).problems).toMatchObject([{kind: 'crash', line: 11, fence: 2, message: '解释器崩溃（SIGSEGV）'}]);
    expect(run(events).problems[0].detail).toMatch(/docs\/a\.md:11 in <module>\nLLVM ERROR$/);
  });

  test('that was stopped names the limit', () => {
    const stopped = (broken: 'timeout' | 'memory', figure: number): SandboxEvent[] => [
      {event: 'start', index: 0},
      {event: 'end', broken, figure, code: -9, trace: '', log: ''},
    ];
    expect(run(stopped('timeout', 300)).problems).toMatchObject([{kind: 'timeout', message: '超过时限 300 秒'}]);
    expect(run(stopped('memory', 3 * 2 ** 30)).problems).toMatchObject([
      {kind: 'memory', message: '用了 3.0 GiB 内存，超过限制'},
    ]);
  });

  test('whose supervisor failed is an error of the tool, not of the page', () => {
    expect(() => judgeRun(PAGE, {events: [], source: '', supervisorError: 'no such file'})).toThrow('no such file');
  });
});

test('the record says of each code fence what became of it', () => {
  const events: SandboxEvent[] = [{event: 'start', index: 0}];
  const message = '出错';
  const problem = {kind: 'raised', page: 'docs/a.md', line: 2, fence: 1, message} as const;
  const hashes = fenceHashes(PAGE.fences);
  expect(fenceRecords(PAGE, [problem], events)).toEqual([
    {kind: 'python', result: 'failed', hash: hashes[0], reason: '出错'},
    {kind: 'python', result: 'skipped', hash: hashes[1]},
    {kind: 'shell', result: 'checked', hash: hashes[2]},
  ]);
});

test('two texts are compared line by line', () => {
  expect(compareTexts('a\nb\nc', 'a\nc\nd')).toBe('  a\n- b\n  c\n+ d');
  expect(compareTexts('', 'a')).toBe('- \n+ a');
});

describe('writing outputs', () => {
  test('replaces the bodies, the last first, and leaves everything else as it is', () => {
    const page = '前\n```text output\nold\n```\n中\n  ```text output\n  ```\n后\n';
    const [first, second] = parseFences(page);
    const changes = [
      {fence: first, output: 'a\nb'},
      {fence: second, output: 'c\n\nd'},
    ];
    expect(writeOutputs(page, changes)).toBe(
      '前\n```text output\na\nb\n```\n中\n  ```text output\n  c\n\n  d\n  ```\n后\n',
    );
  });

  test('an empty output leaves an empty fence', () => {
    const page = '```text output\nold\n```\n';
    expect(writeOutputs(page, [{fence: parseFences(page)[0], output: ''}])).toBe('```text output\n```\n');
  });

  test('a longer fence holds an output that would close the fence', () => {
    const page = '```text output\nold\n```\n';
    const written = writeOutputs(page, [{fence: parseFences(page)[0], output: '```\nx\n````'}]);
    expect(parseFences(written)).toMatchObject([{role: 'output', body: '```\nx\n````'}]);
  });
});

test.each([
  ['j 在最内层 23.1 GFLOPS', 'j 在最内层 9.87 GFLOPS', true],
  ['|  甲 |   3.10 |', '|  甲 | 12.45 |', true],
  ['1,259 次，-3e-05', '98 次，4.2e+07', true],
  ['4×16 小块 21.8 ', '4×16 小块 21.8', true],
  ['float32 1.0 ms', 'float64 1.0 ms', false],
  ['1.0 ms', '1.0 s', false],
  ['甲 1.0', '乙 1.0', false],
  ['1 2', '1', false],
])('figures aside, %s and %s are the same: %s', (page, run, same) => {
  expect(sameButFigures(page, run)).toBe(same);
});

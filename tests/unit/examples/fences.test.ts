import {describe, expect, test} from 'vitest';
import {codeHash} from '../../../src/content/codeHash';
import {parseFenceMeta} from '../../../src/site/fenceMeta';
import {codeFences, outputOf, parseFences} from '../../../src/site/fences';

describe('the role of a fence', () => {
  test.each([
    ['python', '', 'run'],
    ['python', 'title="output"', 'run'],
    ['python', '{1,3} showLineNumbers', 'run'],
    ['py', '', 'run'],
    ['python', 'norun="没有 GPU"', 'norun'],
    ['python', 'norun', 'norun'],
    ['python', 'signature', 'signature'],
    ['python', 'output', 'output'],
    ['text', 'output', 'output'],
    ['relay', 'output before', 'output'],
    ['python', 'fold="准备"', 'run'],
    ['text', 'output measured', 'output'],
    ['chart', 'measured unit="GFLOPS"', 'chart'],
    ['bash', '', 'shell'],
    ['bash', 'run', 'shell-run'],
    ['bash', 'title="run"', 'shell'],
    ['cpp', '', 'other'],
    ['', '', 'other'],
  ])('%s %s', (language, meta, role) => {
    expect(parseFenceMeta(language, meta).role).toBe(role);
  });

  test('words in attributes are no words of the meta', () => {
    const {words, highlight} = parseFenceMeta('text', 'output  before title="a b" {1,2}');
    expect(words.filter(({value}) => value === undefined)).toEqual([{name: 'output'}, {name: 'before'}]);
    expect(highlight).toEqual([1, 2]);
  });

  test.each([
    ['norun="需要 CUDA"', '需要 CUDA'],
    ["norun='需要 CUDA'", '需要 CUDA'],
    ['title="x" norun=板子', '板子'],
    ['norun', ''],
    ['norun=""', ''],
    ['norunning', undefined],
    ['', undefined],
  ])('reason of %s', (meta, reason) => {
    expect(parseFenceMeta('python', meta).norun).toBe(reason);
  });
});

const PAGE = `正文

\`\`\`python title="a.py"
print(1)

print(2)
\`\`\`

\`\`\`text output
1
2
\`\`\`

1. 列表
   ~~~~bash run
   echo \`\`\`
   ~~~
   ~~~~
   \`\`\`text output
   \`\`\`
说明
\`\`\`text output
`;

describe('reading a page', () => {
  const fences = parseFences(PAGE);

  test('finds each fence with its lines and its body', () => {
    expect(fences.map(({role, line, endLine, body}) => ({role, line, endLine, body}))).toEqual([
      {role: 'run', line: 3, endLine: 7, body: 'print(1)\n\nprint(2)'},
      {role: 'output', line: 9, endLine: 12, body: '1\n2'},
      {role: 'shell-run', line: 15, endLine: 18, body: 'echo ```\n~~~'},
      {role: 'output', line: 19, endLine: 20, body: ''},
      {role: 'output', line: 22, endLine: 24, body: ''},
    ]);
  });

  test('gives an output to the fence right above, not across text', () => {
    expect(outputOf(fences, fences[0])).toBe(fences[1]);
    expect(outputOf(fences, fences[2])).toBe(fences[3]);
    expect(fences[4].followsFence).toBe(false);
  });

  test('takes line ends of Windows as line ends', () => {
    expect(parseFences(PAGE.replaceAll('\n', '\r\n')).map((f) => f.body)).toEqual(fences.map((f) => f.body));
  });

  test('inline code that begins with three backticks opens no fence', () => {
    expect(parseFences('``` not `a fence` ```\n\ntext')).toEqual([]);
  });

  test('the record has an entry for what is executed or checked', () => {
    const page = '```python\n```\n```cpp\n```\n```bash\n```\n```python signature\n```\n```python norun="x"\n```';
    expect(codeFences(parseFences(page)).map((f) => f.role)).toEqual(['run', 'shell', 'norun']);
  });
});

describe('the hash of a page', () => {
  const hash = codeHash(PAGE);

  test.each([
    ['prose', PAGE.replace('正文', '别的正文\n\n多一段')],
    ['front matter', `---\ntitle: x\n---\n\n${PAGE}`],
    ['a title', PAGE.replace('title="a.py"', 'title="b.py"')],
    ['the language of an output', PAGE.replace('```text output\n1', '```relay output before\n1')],
    ['line ends', PAGE.replaceAll('\n', '\r\n')],
    ['a fence that is no program', `${PAGE}\`\`\`\n\n\`\`\`cpp\nint x;\n\`\`\`\n`],
    ['the title under which code is folded', PAGE.replace('title="a.py"', 'fold="准备"')],
    ['a chart', `${PAGE}\`\`\`\n\n\`\`\`chart measured\n甲 1\n\`\`\`\n`],
  ])('stays when only %s changes', (_, page) => {
    expect(codeHash(page)).toBe(hash);
  });

  test.each([
    ['code', PAGE.replace('print(2)', 'print(3)')],
    ['an output', PAGE.replace('1\n2\n', '1\n3\n')],
    ['a shell command', PAGE.replace('echo', 'printf')],
    ['what is run', PAGE.replace('~~~~bash run', '~~~~bash')],
    ['an indentation in the code', PAGE.replace('print(2)', ' print(2)')],
    ['a figure that was measured', PAGE.replace('text output\n1', 'text output measured\n1')],
  ])('changes with %s', (_, page) => {
    expect(codeHash(page)).not.toBe(hash);
  });

  test('changes with the reason why a fence is not run', () => {
    expect(codeHash('```python norun="a"\nx\n```')).not.toBe(codeHash('```python norun="b"\nx\n```'));
  });
});

describe('a page with exercises', () => {
  const page = [
    '```python fold="准备"',
    'x = 1',
    '```',
    '',
    '<details>',
    '<summary>答案</summary>',
    '',
    '```python',
    'print(x)',
    '```',
    '',
    '```text output',
    '1',
    '```',
    '',
    '</details>',
  ].join('\n');

  test('has what is folded among its fences, in order', () => {
    const fences = parseFences(page);
    expect(codeFences(fences).map(({body}) => body)).toEqual(['x = 1', 'print(x)']);
    expect(outputOf(fences, fences[1])?.body).toBe('1');
  });
});

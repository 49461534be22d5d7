import {describe, expect, it} from 'vitest';
import {formatWorklist, listClaims, prepare} from '@site/tools/claims/claims';
import {Corpus} from '@site/tools/claims/corpus';
import {templatesOf, WILDCARD} from '@site/tools/claims/literals';
import {alignTokens, tokensOf} from '@site/tools/claims/match';
import {olderClaims} from '@site/tools/claims/older';
import {optionNames} from '@site/tools/claims/options';
import {readClaimPage} from '@site/tools/claims/page';
import {absoluteClaims, adviceClaims, numberClaims} from '@site/tools/claims/prose';
import {isMessage, searchable} from '@site/tools/claims/strings';

const read = (...lines: string[]) => readClaimPage(`---\ntitle: 只\n---\n\n${lines.join('\n')}\n`);

describe('a page', () => {
  it('has prose by line, without front matter and code, and its sentences', () => {
    const page = read(
      '见 [`a；b`](x.md)。它只有 `c` 一处；其余没有。',
      '',
      '```python',
      '都 = 1',
      '```',
      '',
      '| `x|y` | 都有 |',
    );
    expect(page.prose.map(({line, text}) => [line, text])).toEqual([
      [5, '见 [`a；b`]。它只有 `c` 一处；其余没有。'],
      [11, '| `x|y` | 都有 |'],
    ]);
    expect(page.prose[0]!.sentences.map(({text}) => text)).toEqual([
      '见 [`a；b`]。',
      '它只有 `c` 一处；',
      '其余没有。',
    ]);
    expect(page.prose[1]!.sentences.at(-1)).toEqual({text: '都有', words: '都有'});
  });
});

describe('sentences with words without exception', () => {
  it('are listed with the words, not those in code or in other words', () => {
    const page = read('每个原语都返回轴。只读的内存。`只` 写在代码里。', '最后一个。');
    expect(absoluteClaims(page)).toEqual([{line: 5, text: '每个原语都返回轴。', notes: ['「每个」「都」']}]);
  });
});

describe('numbers that no output shows', () => {
  it('are listed, and whether the code has them; versions and small ones are not', () => {
    const page = read(
      '快了 12.5%，共 1,024 个，64 通道，0.13.0，1 次，输出 7。',
      '',
      '```python',
      'x = 64',
      '```',
      '',
      '```text output',
      '7 1024',
      '```',
    );
    expect(numberClaims(page)).toMatchObject([{line: 5, notes: ['12.5、64（代码里有）']}]);
  });
});

describe('advice in inline code', () => {
  it('is listed where no code that runs has it', () => {
    const page = read(
      '用 `pip install x`，设 `A_B=1`，调 `f(1)`，`f()`，`name`。',
      '',
      '```python',
      'y = f( 1 )',
      '```',
    );
    expect(adviceClaims(page).map(({text}) => text)).toEqual(['pip install x', 'A_B=1']);
  });
});

describe('messages', () => {
  it.each([
    ['TVM runtime is not enabled', true],
    ['Check failed: x is false', true],
    ['llvm -mcpu=skylake', false],
    ['relay.build', false],
    ['pip install tvm', false],
    ['x = relay.var(a, b)', false],
    ['不是 english words here', false],
  ])('%s', (text, expected) => {
    expect(isMessage(text)).toBe(expected);
  });

  it('are searched without what every error begins with, and with wildcards', () => {
    expect(searchable('TVMError: Check failed: (a != b) is false: no <name> here')).toBe(
      `no ${WILDCARD} here`,
    );
  });
});

describe('messages of the source', () => {
  const texts = (path: string, source: string) =>
    templatesOf(path, source).map(({text, line}) => [line, text.replaceAll(WILDCARD, '*')]);

  it('of C++ are put together from their parts', () => {
    const source =
      'int x;\nLOG(FATAL) << "Cannot find " << name\n           << " in the " "module %d";\n// "not this one here"\nf("other message");\n';
    expect(texts('a.cc', source)).toEqual([
      [2, 'Cannot find * in the module *'],
      [5, 'other message'],
    ]);
  });

  it('of Python have wildcards for what is put in', () => {
    const source =
      'raise E(\n    f"Shape {x.shape} of "\n    "the input"\n)\nraise E("not " + name + " supported")\n';
    expect(texts('a.py', source)).toEqual([
      [2, 'Shape * of the input'],
      [5, 'not * supported'],
    ]);
  });
});

describe('words of a page against a message', () => {
  const fit = (page: string, source: string) => alignTokens(tokensOf(page), tokensOf(source));

  it('fit where values stand for wildcards, also a part of the message', () => {
    expect(fit('target.build.cuda is not enabled', `${WILDCARD} is not enabled`).cost).toBeLessThan(1);
    expect(fit('have not been tuned', 'One or more operators have not been tuned. Set it')).toEqual({
      cost: 0,
      matched: 4,
    });
    expect(fit(`no ${WILDCARD} here`, 'no such name here').cost).toBeLessThan(1);
  });

  it('cost for each word that one of them lacks', () => {
    expect(fit('Cannot use it with autotvm', 'Cannot use it')).toEqual({cost: 2, matched: 3});
    expect(fit('Cannot use it', 'Cannot ever use it')).toEqual({cost: 1, matched: 3});
  });
});

describe('a page of an older version', () => {
  const page = (output: string, after: string) =>
    read('运行：', '', '```python', 'print(1)', '```', '', '```text output', output, '```', '', after);

  it('has the outputs listed that changed while the words beside them did not', () => {
    expect(olderClaims(page('1', '因为甲。'), page('2', '因为甲。'))).toMatchObject([
      {line: 5, text: '运行：', notes: ['输出在第 11 行，0.13.0 的在第 11 行，两者不同']},
      {line: 15, text: '因为甲。'},
    ]);
    expect(olderClaims(page('1', '因为甲。'), page('1', '因为乙。'))).toEqual([]);
    expect(olderClaims(page('1', '因为甲。'), page('2', '因为乙。')).map(({line}) => line)).toEqual([5]);
  });
});

describe('the worklist', () => {
  const corpus = new Corpus(
    new Map([
      ['CMakeLists.txt', 'tvm_option(USE_X "Build with X" OFF)\n'],
      [
        'src/a.cc',
        'int x;\nLOG(FATAL) << "Cannot find " << name << " in module";\nauto v = getenv("TVM_X");\n',
      ],
      ['python/b.py', 'def build():\n    pass\n'],
    ]),
  );

  it('finds options by name, with the lines of the page', () => {
    const page = read('设 `USE_X=ON`，再 `--flag`，`tir.off`。', '', '```bash', 'USE_X=1 tool --flag', '```');
    expect([...optionNames(page)]).toEqual([
      ['USE_X', [5, 8]],
      ['--flag', [5, 8]],
      ['tir.off', [5]],
    ]);
  });

  it('names the places of messages and options, and judges nothing', () => {
    const page =
      '设 `USE_X=ON` 或 `TVM_X`，不要 `relay.build`。报 `Cannot find conv in module` 或 `Nothing like this exists`。\n';
    const report = formatWorklist('docs/a.md', listClaims(page, prepare(corpus)));
    expect(report).toMatch(/docs\/a\.md:1 {2}USE_X\n {6}读取 1 处，出现 1 处\n {6}CMakeLists\.txt:1/);
    expect(report).toMatch(/TVM_X\n.*\n {6}src\/a\.cc:3/);
    expect(report).not.toContain('relay.build\n');
    expect(report).toMatch(/Cannot find conv in module {2}相符：src\/a\.cc:2 {2}「Cannot find … in module」/);
    expect(report).toMatch(/Nothing like this exists {2}源代码里没有找到/);
  });
});

import {describe, expect, it} from 'vitest';
import {diffWords, likeness, type WordRun, wordsOf} from '@site/src/site/wordDiff';

const marked = (before: string | WordRun[], after: string | WordRun[]) => {
  const runs = (text: string | WordRun[]) => (typeof text === 'string' ? [{text}] : text);
  return diffWords(runs(before), runs(after))
    .map(({side, text, code}) => {
      const shown = code ? `\`${text}\`` : text;
      return side === 'same' ? shown : side === 'del' ? `[-${shown}-]` : `[+${shown}+]`;
    })
    .join('');
};

describe('Words', () => {
  it('are names, numbers, runs of space, single marks and Chinese words', () => {
    expect(wordsOf('x_1 = f(0.13.0)，编译')).toEqual([
      'x_1',
      ' ',
      '=',
      ' ',
      'f',
      '(',
      '0.13.0',
      ')',
      '，',
      '编译',
    ]);
    expect(wordsOf('')).toEqual([]);
  });

  it('put together are the text', () => {
    const text = '用 `tvm.build` 编译 𠮷 模块。\n\tfor é in range(3):';
    expect(wordsOf(text).join('')).toBe(text);
  });
});

describe('Two texts', () => {
  it('differ by whole words', () => {
    expect(marked('调用 build_module 得到模块', '调用 build 得到模块')).toBe(
      '调用 [-build_module-][+build+] 得到模块',
    );
  });

  it('differ where one is empty or both are the same', () => {
    expect(marked('', '新')).toBe('[+新+]');
    expect(marked('旧', '')).toBe('[-旧-]');
    expect(marked('同', '同')).toBe('同');
    expect(marked('', '')).toBe('');
  });

  it('make one change of words with only a space or mark between', () => {
    expect(marked('old name here', 'new title here')).toBe('[-old name-][+new title+] here');
  });

  it('tell code from prose', () => {
    expect(marked([{text: 'pass'}], [{text: 'pass', code: true}])).toBe('[-pass-][+`pass`+]');
  });

  it('are read back from the marks', () => {
    const [before, after] = ['(a, b=1, *c)', '(a, *, b=2, d)'];
    const pieces = diffWords([{text: before}], [{text: after}]);
    const without = (side: string) =>
      pieces
        .filter((piece) => piece.side !== side)
        .map(({text}) => text)
        .join('');
    expect([without('ins'), without('del')]).toEqual([before, after]);
  });

  it('are alike by the share of common words', () => {
    expect(likeness(['a', 'b'], ['a', 'b'])).toBe(1);
    expect(likeness(['a', 'a'], ['a', 'b'])).toBe(0.5);
    expect(likeness(['a'], ['b'])).toBe(0);
    expect(likeness([], [])).toBe(1);
  });
});

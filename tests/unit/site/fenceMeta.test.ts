import {describe, expect, it} from 'vitest';
import {fenceFaults} from '@site/src/site/fenceFaults';
import {parseFenceMeta} from '@site/src/site/fenceMeta';
import {parseFences} from '@site/src/site/fences';

describe('parseFenceMeta', () => {
  it('reads title, lines and line numbers', () => {
    expect(parseFenceMeta('python', 'title="a b.py" {1,3-5} showLineNumbers=10')).toMatchObject({
      title: 'a b.py',
      highlight: [1, 3, 4, 5],
      firstLine: 10,
      role: 'run',
    });
  });

  it('does not take words inside a value for its own', () => {
    expect(parseFenceMeta('python', 'title="output before" norun="要看 output"')).toMatchObject({
      role: 'norun',
      side: undefined,
      norun: '要看 output',
    });
  });

  it('tells the two sides of a comparison', () => {
    expect(parseFenceMeta('python', 'output before')).toMatchObject({role: 'output', side: 'before'});
    expect(parseFenceMeta('python', 'output after')).toMatchObject({role: 'output', side: 'after'});
  });

  it('shows nothing special without meta', () => {
    expect(parseFenceMeta('python')).toEqual({
      title: undefined,
      highlight: [],
      firstLine: undefined,
      norun: undefined,
      role: 'run',
      side: undefined,
      words: [],
      measured: false,
      fold: undefined,
      unit: undefined,
      scale: undefined,
    });
  });
});

describe('A word that a fence can not have is a fault with its line', () => {
  const read = (head: string) => {
    const [body, more] = head.startsWith('chart')
      ? ['甲 1\n乙 2', '\n```text output measured\n甲 1\n乙 2\n```\n']
      : ['x', ''];
    return fenceFaults(parseFences(`正文\n\n\`\`\`${head}\n${body}\n\`\`\`\n${more}`));
  };
  it.each([
    ['text outptu', '代码块没有「outptu」这个标记', '改成 output；'],
    ['python fodl="准备"', '代码块没有「fodl」这个标记', '改成 fold；'],
    ['text output mesured', '代码块没有「mesured」这个标记', '改成 measured；'],
    ['python {a}', '代码块没有「{a}」这个标记', '可用的有'],
    ['python run', '「run」不能用在「运行的 Python」代码块上', '运行的 Shell'],
    ['text measured', '「measured」不能用在「其他代码」代码块上', '输出、图表'],
    ['text output signature', '「signature」不能用在「输出」代码块上', '签名'],
    ['python fold', '「fold」的值有误', 'fold="文字"'],
    ['python fold=""', '「fold」的值有误', 'fold="文字"'],
    ['python norun="没有', '「norun」的值有误', '引号要成对'],
    ['text output="是"', '「output」的值有误', '没有等号'],
    ['chart measured scale="lg"', '「scale」的值有误', 'scale="log"'],
    ['python showLineNumbers=x', '「showLineNumbers」的值有误', 'showLineNumbers=1'],
    ['text output output', '「output」写了两次', '删去一个'],
  ])('%s', (head, problem, cure) => {
    const [fault, ...rest] = read(head);
    expect(fault).toMatchObject({line: 3, problem});
    expect(fault!.cure).toContain(cure);
    expect(rest).toEqual([]);
  });

  it.each([
    'python title="a b" {1,3-5} showLineNumbers=3 fold="准备：输入、计时"',
    'python norun="没有 output 也没有 GPU"',
    'relay output after fold="改动以后"',
    'text output measured',
    'chart measured unit="GFLOPS" scale="log" title="快慢"',
    'bash run',
    'bash norun="要一块板子"',
    'cpp',
  ])('and %s is none', (head) => {
    expect(read(head)).toEqual([]);
  });
});

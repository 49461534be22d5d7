import {describe, expect, it} from 'vitest';
import {findHardships} from '../../../tools/terms/plain';

const problems = (...lines: string[]) =>
  findHardships(lines.join('\n')).map(({line, problem}) => [line, problem]);

describe('a paragraph of symptom, cause and cure', () => {
  it('is told with its line', () => {
    expect(problems('---', 'title: 甲', '---', '', '症状：报错。原因：少了参数。办法：补上。')).toEqual([
      [5, '一段里有症状、原因和办法：「症状：报错。原因：少了参数。办法：补上。…」'],
    ]);
  });

  it('may be a list, or miss one of the three', () => {
    expect(
      problems('- 症状：报错。', '- 原因：少了参数。', '- 办法：补上。', '', '症状：报错。办法：补上。'),
    ).toEqual([]);
  });

  it('is not seen in code', () => {
    expect(
      problems('```text', '症状：甲。原因：乙。办法：丙。', '```', '', '`症状：` 和原因：、办法：'),
    ).toEqual([]);
  });
});

describe('a chain of semicolons', () => {
  it('is told from the third on, sentence by sentence', () => {
    expect(problems('甲；乙；丙；丁。', '甲；乙；丙。丁；戊；己。', '- 甲。乙；丙；丁；戊')).toEqual([
      [1, '一句话里有 3 个分号：「甲；乙；丙；丁。…」'],
      [3, '一句话里有 3 个分号：「乙；丙；丁；戊…」'],
    ]);
  });

  it('may stand in tables, code and the words of a picture', () => {
    expect(problems('| 甲；乙；丙；丁 |', '', '`a；b；c；d`', '', '![甲；乙；丙；丁](/img/a.svg)')).toEqual(
      [],
    );
  });
});

describe('a condition without its noun', () => {
  it.each([
    '没有安装 TVM 的，先看',
    '结果相同。还没装 TVM 的，先看',
    '- 已经决定构建的，直接看',
    '1. 只想部署的，跳过',
  ])('%s', (text) => {
    expect(problems(text)).toHaveLength(1);
  });

  it.each([
    '没有安装 TVM 的机器，先看',
    '如果没有安装 TVM，先看',
    '没有调优日志时用默认的，并给出警告。',
    '没有名字的节点打印成空的，先给名字。',
    '没有调度的、并行的，结果相同。',
    '留下最快的，改它的决定。',
  ])('%s', (text) => {
    expect(problems(text)).toEqual([]);
  });
});

import {describe, expect, test} from 'vitest';
import {cutPage, joinPieces} from '../../../tools/versions/cut';
import {mergePages} from '../../../tools/versions/merge';

const page = (...blocks: string[]) => `${['---\ntitle: 页\n---', ...blocks].join('\n\n')}\n`;
const merge = (ours: string, base: string, theirs: string, more = {}) =>
  mergePages(ours, base, theirs, {release: '0.10.0', ...more});

const FENCE = '```python\nx = 1\ny = 2\nprint(x)\n```';
const OUTPUT = '```text output\n1\n```';

describe('pieces', () => {
  test('joined are the page again', () => {
    const text =
      page(
        '## 节',
        '一。二；「三。四」五（六。）七',
        '- 甲。乙。\n- 丙',
        '| a | b |\n| --- | --- |',
        FENCE,
        OUTPUT,
      ) + '\n\n';
    expect(joinPieces(cutPage(text))).toBe(text);
    expect(joinPieces(cutPage('没有结尾的一行'))).toBe('没有结尾的一行');
    expect(joinPieces(cutPage(''))).toBe('');
  });

  test('are sentences of prose, and lines, rows and code blocks as a whole', () => {
    const kinds = cutPage(page('## 节', '一。`a。b` 二；「三。四」五（六。）七', '| a。 | b |', FENCE)).map(
      ({kind, text}) => [kind, text],
    );
    expect(kinds).toEqual([
      ['line', '---'],
      ['line', 'title: 页'],
      ['line', '---'],
      ['line', '## 节'],
      ['sentence', '一。'],
      ['sentence', '`a。b` 二；'],
      ['sentence', '「三。四」五（六。）'],
      ['sentence', '七'],
      ['row', '| a。 | b |'],
      ['fence', FENCE],
      ['line', ''],
    ]);
  });

  test('know the outputs that a run writes', () => {
    const written = (text: string) => cutPage(text).filter((piece) => piece.written).length;
    expect(written(page(FENCE, OUTPUT))).toBe(1);
    expect(written(page('```python norun="慢"\nx\n```', OUTPUT))).toBe(0);
  });
});

describe('merging', () => {
  test.each([
    ['nothing', page('一。二。'), page('一。二。'), page('一。二。'), page('一。二。')],
    [
      'a sentence of the newest',
      page('一。二。三。'),
      page('一。二。三。'),
      page('一。贰。三。'),
      page('一。贰。三。'),
    ],
    [
      'nothing where only the older page differs',
      page('一。旧二。'),
      page('一。二。'),
      page('一。二。'),
      page('一。旧二。'),
    ],
    [
      'changes of neighbours',
      page('旧一句话。第二句话。'),
      page('第一句话。第二句话。'),
      page('第一句话。第二句新话。'),
      page('旧一句话。第二句新话。'),
    ],
    ['the same change once', page('一。新的。'), page('一。二。'), page('一。新的。'), page('一。新的。')],
    [
      'a new sentence at an end',
      page('一。旧二。'),
      page('一。二。'),
      page('一。二。', '三。'),
      page('一。旧二。', '三。'),
    ],
    [
      'a new first sentence of a paragraph',
      page('零。', '一。二。'),
      page('零。', '一。二。'),
      page('零。', '新。一。二。'),
      page('零。', '新。一。二。'),
    ],
    [
      'a sentence that went',
      page('一。二。三。旧。'),
      page('一。二。三。'),
      page('一。三。'),
      page('一。三。旧。'),
    ],
    [
      'a paragraph cut in two',
      page('一。二。旧。'),
      page('一。二。'),
      page('一。', '二。'),
      page('一。', '二。旧。'),
    ],
    [
      'a section the older page has word for word',
      page('## 甲', '一。二。', '## 乙', '旧。'),
      page('## 甲', '一。二。', '## 乙', '新。'),
      page('## 甲', '全。', FENCE, OUTPUT, '## 乙', '新。'),
      page('## 甲', '全。', FENCE, OUTPUT, '## 乙', '旧。'),
    ],
    [
      'what the older page adds at its end',
      page('一。', '## 与 0.13.0 的差别', '| a |'),
      page('一。'),
      page('壹壹。'),
      page('壹壹。', '## 与 0.13.0 的差别', '| a |'),
    ],
    [
      'rows of a table',
      page('| a | 旧 |\n| b | 2 |'),
      page('| a | 1 |\n| b | 2 |'),
      page('| a | 1 |\n| b | 二 |\n| c | 3 |'),
      page('| a | 旧 |\n| b | 二 |\n| c | 3 |'),
    ],
    [
      'lines of front matter',
      page('一').replace('title: 页', 'title: 页\nrequires: x'),
      page('一'),
      page('一').replace('title: 页', 'title: 新页'),
      page('一').replace('title: 页', 'title: 新页\nrequires: x'),
    ],
    [
      'lines of a code block',
      page(FENCE.replace('y = 2', 'y = 3')),
      page(FENCE),
      page(FENCE.replace('print(x)', 'print(x, y)')),
      page(FENCE.replace('y = 2', 'y = 3').replace('print(x)', 'print(x, y)')),
    ],
    [
      'an output that a run writes',
      page(FENCE, OUTPUT.replace('1', '旧')),
      page(FENCE, OUTPUT),
      page(FENCE, OUTPUT.replace('1', '新')),
      page(FENCE, OUTPUT.replace('1', '新')),
    ],
    [
      'a sentence with the number of the release',
      page('需要 TVM 0.10.0 和 NumPy。'),
      page('需要 TVM 0.13.0 和 NumPy。'),
      page('先装好 TVM 0.13.0 和 NumPy。'),
      page('先装好 TVM 0.10.0 和 NumPy。'),
    ],
    ['the end of a file', '一。', '一。\n', '一。二。\n', '一。二。'],
  ])('carries %s', (_, ours, base, theirs, wanted) => {
    expect(merge(ours, base, theirs)).toEqual({text: wanted, conflicts: 0, dropped: [], absent: []});
  });

  test('marks what both changed, a whole line on each side', () => {
    const {text, conflicts} = merge(
      page('零。', '一句话在前。二句话在旧版。'),
      page('零。', '一句话在前。二句话在这里。'),
      page('零。', '一句话在最前。二句话在新版。'),
    );
    expect(conflicts).toBe(1);
    expect(text).toBe(
      page(
        '零。',
        '<<<<<<< 0.10.0\n一句话在最前。二句话在旧版。\n||||||| 0.13.0（上次同步时）\n一句话在最前。二句话在这里。\n=======\n一句话在最前。二句话在新版。\n>>>>>>> 0.13.0',
      ),
    );
  });

  test('marks several conflicts, of prose and of code', () => {
    const of = (word: string) =>
      page(
        `这一句话说的是${word}的事情。`,
        FENCE.replace('x = 1', `x = "${word}"`),
        `那一句话说的是${word}的事情。`,
      );
    const {text, conflicts} = merge(of('旧'), of('底'), of('新'));
    expect(conflicts).toBe(3);
    expect(text.match(/^(<<<<<<<|\|\|\|\|\|\|\||=======|>>>>>>>)/gm)).toHaveLength(12);
  });

  test('lets the newest page win where asked to, and says what was dropped', () => {
    const {text, conflicts, dropped} = merge(
      page('旧的一句话。'),
      page('底的一句话。'),
      page('新的一句话。'),
      {newestWins: true},
    );
    expect([text, conflicts, dropped.map((piece) => piece.text)]).toEqual([
      page('新的一句话。'),
      0,
      ['旧的一句话。'],
    ]);
  });

  test('keeps out what the older page left out, and says so', () => {
    const {text, conflicts, absent} = merge(
      page('一。'),
      page('一。', '这个版本没有的做法。'),
      page('一。', '这个版本没有的新做法。'),
    );
    expect([text, conflicts, absent.map((piece) => piece.text)]).toEqual([
      page('一。'),
      0,
      ['这个版本没有的新做法。'],
    ]);
  });

  test('leaves a sentence that is kept, and takes the others', () => {
    const {text} = merge(
      page('第一句话。第二句话。'),
      page('第一句话。第二句话。'),
      page('第一句新话。第二句新话。'),
      {keeps: new Set(['第一句话。'])},
    );
    expect(text).toBe(page('第一句话。第二句新话。'));
  });

  test('takes no second copy of what the older page already has', () => {
    const {text, conflicts} = merge(page('一。补充的一句。'), page('一。'), page('一。补充的一句。'));
    expect([text, conflicts]).toEqual([page('一。补充的一句。'), 0]);
  });
});

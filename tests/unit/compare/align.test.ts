import {describe, expect, it} from 'vitest';
import {alignBlocks, compareEntries, foldRows, type DiffRow} from '@site/src/components/VersionCompare/align';
import type {Block} from '@site/src/components/VersionCompare/blocks';

function block(kind: Block['kind'], text: string, rest: Partial<Block> = {}): Block {
  const {level} = rest;
  return {
    kind,
    runs: [{text, ...(kind === 'code' && {code: true})}],
    key: `${kind}${level ?? ''} ${text}`,
    ...rest,
  };
}

const text = (words: string) => block('text', words);
const code = (line: string) => block('code', line);
const heading = (words: string, id: string) => block('heading', words, {id, level: 2});

const shown = (rows: readonly DiffRow[]) =>
  rows.map(({side, pieces}) => [side, pieces.map((piece) => piece.text).join('|')]);

describe('Blocks of two versions', () => {
  it('that are the same make no change', () => {
    const page = [heading('安装', '安装'), text('先装依赖。')];
    expect(alignBlocks(page, page).map(({changed}) => changed)).toEqual([false]);
    expect(alignBlocks([], [])).toEqual([]);
  });

  it('are told apart by word where they were edited, and stand below their heading', () => {
    const before = [heading('安装', 'a'), text('默认的目标是 llvm，线程数是 4。'), text('完')];
    const after = [heading('安装', 'a'), text('默认的目标是 cuda，线程数是 4。'), text('完')];
    const [, change, rest] = alignBlocks(before, after);
    expect(change!.heading!.id).toBe('a');
    expect(shown(change!.rows)).toEqual([['edit', '默认的目标是 |llvm|cuda|，线程数是 4。']]);
    expect(rest!.changed).toBe(false);
  });

  it('that came and went stand in the order of the page, beside those that were edited', () => {
    const before = [text('关于甲的一段，很旧。'), text('只在旧版里的话'), text('末尾')];
    const after = [text('New words only here'), text('关于甲的一段，很新。'), text('末尾')];
    const [change] = alignBlocks(before, after);
    expect(change!.rows.map(({side}) => side)).toEqual(['ins', 'edit', 'del']);
  });

  it('of another kind are never one that was edited', () => {
    const [change] = alignBlocks([text('import tvm')], [code('import tvm')]);
    expect(change!.rows.map(({side}) => side)).toEqual(['del', 'ins']);
  });

  it('make one change where only a line or two of code stand between', () => {
    const [only, ...rest] = alignBlocks(
      [code('a = first(1)'), code(''), code('b = second(1)')],
      [code('a = first(2)'), code(''), code('b = second(2)')],
    );
    expect(rest).toEqual([]);
    expect(only!.rows.map(({side}) => side)).toEqual(['edit', 'same', 'edit']);
  });

  it('too many to pair are shown whole', () => {
    const many = (word: string) => Array.from({length: 400}, (_, i) => text(`${word} 第 ${i} 段`));
    const [change] = alignBlocks(many('旧'), many('新'));
    expect(new Set(change!.rows.map(({side}) => side))).toEqual(new Set(['del', 'ins']));
    expect(change!.rows).toHaveLength(800);
  });
});

describe('What did not change', () => {
  const rows = (blocks: Block[]): DiffRow[] => blocks.map((one) => ({side: 'same', block: one, pieces: []}));
  const sizes = (blocks: Block[], isFirst: boolean, isLast: boolean) => {
    const {lead, hidden, trail} = foldRows(rows(blocks), isFirst, isLast);
    return [lead.length, hidden.length, trail.length];
  };

  it('is folded but for what stands beside a change, of code three lines', () => {
    const prose = Array.from({length: 10}, (_, i) => text(`${i}`));
    const lines = Array.from({length: 10}, (_, i) => code(`${i}`));
    expect(sizes(prose, false, false)).toEqual([1, 8, 1]);
    expect(sizes(prose, true, false)).toEqual([0, 9, 1]);
    expect(sizes(prose, true, true)).toEqual([0, 10, 0]);
    expect(sizes(lines, false, false)).toEqual([3, 4, 3]);
  });

  it('is shown where folding would save next to nothing', () => {
    expect(sizes([text('1'), text('2'), text('3'), text('4')], false, false)).toEqual([4, 0, 0]);
  });
});

it('Entries of the reference come, go and change their signature', () => {
  const entry = (name: string, ...lines: string[]) => [
    block('heading', name, {id: name, level: 3}),
    ...lines.map((line) => block('code', line, {signature: true})),
    code('not.a.signature()'),
  ];
  const before = [
    heading('组', '组'),
    ...entry('tvm.a', 'tvm.a(x)'),
    ...entry('tvm.gone', 'tvm.gone()'),
    ...entry('tvm.same', 'tvm.same()'),
  ];
  const after = [
    ...entry('tvm.a', 'tvm.a(x, y=1)'),
    ...entry('tvm.new', 'tvm.new(', '  z)'),
    ...entry('tvm.same', 'tvm.same()'),
  ];
  expect(compareEntries(before, after)).toEqual([
    {
      name: 'tvm.a',
      state: 'changed',
      pieces: [
        {side: 'same', text: 'tvm.a(x'},
        {side: 'ins', text: ', y=1'},
        {side: 'same', text: ')'},
      ],
    },
    {name: 'tvm.gone', state: 'removed', pieces: [{side: 'del', text: 'tvm.gone()', code: true}]},
    {name: 'tvm.new', state: 'added', pieces: [{side: 'ins', text: 'tvm.new(\n  z)', code: true}]},
  ]);
});

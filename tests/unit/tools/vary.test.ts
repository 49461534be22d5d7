import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {type BenchPage, readVocabulary, vary} from '@site/tools/bench/vary';
import {cutWords} from '@site/tools/bench/words';

const TUTORIAL = path.resolve(__dirname, '../../../docs/tutorial');
const pages = fs
  .readdirSync(TUTORIAL)
  .filter((name) => name.endsWith('.md'))
  .map((name): BenchPage => {
    const [, front, body] = /^---\n([^]*?)\n---\n([^]*)$/.exec(
      fs.readFileSync(path.join(TUTORIAL, name), 'utf8'),
    )!;
    const field = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(front!)![1]!;
    return {title: field('title'), description: field('description'), body: body!};
  });
const vocabulary = readVocabulary(pages);
const copies = pages.map((page, i) => vary(page, vocabulary, `seed ${i}`));

function counts({title, description, body}: BenchPage): Map<string, number> {
  const found = new Map<string, number>();
  for (const {text, word} of cutWords([title, description, body].join('\n'))) {
    if (word) {
      found.set(text, (found.get(text) ?? 0) + 1);
    }
  }
  return found;
}

const headings = ({body}: BenchPage) => body.split('\n').filter((line) => /^#{2,3} /.test(line));

describe('cutWords', () => {
  it('cuts a text into words and what is between, losing nothing', () => {
    const text = '# 旋钮的取值：`relay.build`，<b>约</b> 3 个\n:::note\n';
    const pieces = cutWords(text);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter(({word}) => word).map((piece) => piece.text)).toEqual(
      expect.arrayContaining(['旋钮', '取值', 'relay.build']),
    );
    expect(pieces.filter(({word}) => !word).map((piece) => piece.text)).toEqual(
      expect.arrayContaining(['的', '<b>', ':::note']),
    );
  });
});

describe('vary', () => {
  it('makes the same copy of the same seed, another of another', () => {
    expect(vary(pages[0]!, vocabulary, 'seed 0')).toEqual(copies[0]);
    expect(vary(pages[0]!, vocabulary, 'other')).not.toEqual(copies[0]);
  });

  it('lets no name of the subject stand more than a third as often as on the page that has it most', () => {
    for (const copy of copies) {
      const body = copy.body.replace(/^\s*```.*$/gm, '');
      // Only names: neighbouring pieces of Chinese may be read as other words than were put there.
      const often = [...counts({...copy, body})].filter(
        ([word, n]) =>
          /^[A-Za-z]/.test(word) &&
          !vocabulary.common.has(word) &&
          n > (vocabulary.most.get(word) ?? Infinity) / 3,
      );
      expect(often).toEqual([]);
    }
  });

  it('keeps most words of the copies those of the pages', () => {
    for (const copy of copies) {
      const words = [...counts(copy).keys()];
      const known = words.filter((word) => vocabulary.most.has(word));
      expect(known.length / words.length).toBeGreaterThan(0.8);
    }
  });

  it('gives no copy a heading of a page', () => {
    const written = new Set(pages.flatMap(headings));
    expect(copies.flatMap(headings).filter((heading) => written.has(heading))).toEqual([]);
  });

  it('leaves no picture and no link, also where their text has brackets', () => {
    const body = '看 [`B[i]` 的一页](./b.md)。\n\n![轴 B[i, j] 的图](/img/b.svg)\n';
    const copy = vary({title: '一页', description: '一页', body}, vocabulary, 'links');
    expect(copy.body).not.toMatch(/\]\(|!\[/);
  });

  it('keeps the shape of a page: its code blocks, tables and headings', () => {
    copies.forEach((copy, i) => {
      const shape = (page: BenchPage) =>
        page.body.split('\n').filter((line) => /^(\s*```|#{2,3} |\|)/.test(line)).length;
      expect(shape(copy)).toBe(shape(pages[i]!));
    });
  });
});

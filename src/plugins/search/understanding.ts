import fs from 'node:fs';
import path from 'node:path';
import {Converter} from 'opencc-js';
import {pinyin} from 'pinyin-pro';
import type {IndexEntry} from '../../site/searchIndex';

interface Term {
  term: string;
  use: string;
  variants: string[];
}

interface Understood {
  names: {use: string[]; said: string[]}[];
  intents: IndexEntry['intents'];
}

function readData<T>(siteDir: string, name: string): T {
  return JSON.parse(fs.readFileSync(path.join(siteDir, name), 'utf8')) as T;
}

/** What readers call things and what they want, from `data/terms.json` and `data/search.json`. */
export function readUnderstanding(siteDir: string): Pick<IndexEntry, 'synonyms' | 'intents'> {
  const {names, intents} = readData<Understood>(siteDir, 'data/search.json');
  const synonyms: IndexEntry['synonyms'] = {};
  const add = (said: string, use: readonly string[]) => {
    synonyms[said.toLowerCase()] = [...new Set([...(synonyms[said.toLowerCase()] ?? []), ...use])];
  };
  for (const {term, use, variants} of readData<Term[]>(siteDir, 'data/terms.json')) {
    const meant = use.replace(/（.*?）/g, '').split('、');
    variants.forEach((variant) => add(variant, meant));
    add(term.replace(/\s*\(.*?\)/g, ''), meant);
  }
  for (const {use, said} of names) {
    said.forEach((word) => add(word, use));
  }
  return {synonyms, intents};
}

const HAN_RUNS = /\p{Script=Han}+/gu;

/** Words of a run of Han characters, and what up to four of them make together. */
function phrasesOf(run: string): string[] {
  const words = [...new Intl.Segmenter('zh', {granularity: 'word'}).segment(run)].map(({segment}) => segment);
  return words.flatMap((_, i) => [1, 2, 3, 4].map((n) => words.slice(i, i + n).join('')));
}

const MOST_MEANINGS = 3;

/** Syllables of phrases, which versions have in common. */
const syllablesOf = new Map<string, string[]>();

function readSyllables(phrase: string): string[] {
  const syllables = syllablesOf.get(phrase) ?? pinyin(phrase, {toneType: 'none', type: 'array', v: true});
  syllablesOf.set(phrase, syllables);
  return syllables;
}

/**
 * Spellings in Latin letters of what stands in texts: pinyin in full, and of names and titles also by first letters.
 *
 * @param names texts of which the first letters count too
 * @returns what a spelling stands for, the most frequent first
 */
export function latinSpellings(names: readonly string[], texts: readonly string[]): Map<string, string[]> {
  const counts = new Map<string, Map<string, number>>();
  const add = (letters: string, phrase: string) => {
    const phrases = counts.get(letters) ?? new Map<string, number>();
    phrases.set(phrase, (phrases.get(phrase) ?? 0) + 1);
    counts.set(letters, phrases);
  };
  const addAll = (all: readonly string[], withInitials: boolean) => {
    for (const phrase of all.flatMap((text) => text.match(HAN_RUNS) ?? []).flatMap(phrasesOf)) {
      if (phrase.length > 1) {
        const syllables = readSyllables(phrase);
        add(syllables.join(''), phrase);
        if (withInitials) {
          add(syllables.map((syllable) => syllable[0]).join(''), phrase);
        }
      }
    }
  };
  addAll(names, true);
  addAll(texts, false);
  return new Map(
    [...counts].map(([letters, phrases]) => [
      letters,
      [...phrases]
        .sort(([a, n], [b, m]) => m - n || b.length - a.length)
        .slice(0, MOST_MEANINGS)
        .map(([phrase]) => phrase),
    ]),
  );
}

/** Traditional characters of which texts have the simplified ones, and those, in the same order. */
export function traditionalOf(texts: readonly string[]): [string, string] {
  const simplify = Converter({from: 't', to: 'cn'});
  const used = new Set(texts.join(''));
  const pairs = Array.from({length: 0x9fff - 0x4e00}, (_, i) => String.fromCodePoint(0x4e00 + i))
    .map((character) => [character, simplify(character)] as const)
    .filter(([character, simple]) => simple !== character && used.has(simple));
  return [pairs.map(([character]) => character).join(''), pairs.map(([, simple]) => simple).join('')];
}

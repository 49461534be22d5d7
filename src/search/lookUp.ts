import {spellingKey} from '../site/searchIndex';
import {indexTokens} from '../site/searchTokens';
import type {Matches, SearchIndex} from './searchIndex';
import {completions, corrections} from './spelling';
import type {Unit} from './understand';

/** Words that one word of a query is taken for at the most. */
const MOST_COMPLETIONS = 6;
const MOST_CORRECTIONS = 2;

/** Part of its weight that a word has where it only stands for what the reader wrote. */
const OTHER_WORD = 0.85;

/** What was found for a unit of a query. */
export interface LookedUp extends Unit {
  /** Words to mark. */
  meant: string[];
  matches: Matches;
  /** Whether it was taken for something that it is not. */
  isGuess: boolean;
}

const LATIN = /^[a-z]/;

function union(all: readonly Matches[], factor = OTHER_WORD): Matches {
  const weights = new Map<number, number>();
  all.forEach((matches, i) =>
    matches.forEach((weight, number) =>
      weights.set(number, Math.max(i === 0 ? weight : weight * factor, weights.get(number) ?? 0)),
    ),
  );
  return weights;
}

function intersection(all: readonly Matches[]): Matches {
  const [first = new Map<number, number>(), ...rest] = all;
  return new Map(
    [...first].flatMap(([number, weight]): [number, number][] => {
      const weights = rest.map((matches) => matches.get(number));
      return weights.includes(undefined) ? [] : [[number, Math.min(weight, ...(weights as number[]))]];
    }),
  );
}

async function withAll(index: SearchIndex, words: readonly string[]): Promise<Matches> {
  return intersection(await Promise.all(words.map((word) => index.withWord(word))));
}

/** What a word that no page has may stand for: words that begin with it, its pinyin, a misspelt word, its parts. */
async function guess(index: SearchIndex, word: string): Promise<string[][]> {
  const spelt = await index.find<string[]>(spellingKey(word));
  if (spelt) {
    return spelt.map((phrase) => indexTokens(phrase));
  }
  const begun = completions(word, await index.beginning(word), MOST_COMPLETIONS);
  if (begun.length > 0) {
    return begun.map((one) => [one]);
  }
  const close = corrections(word, await index.words(), MOST_CORRECTIONS);
  return close.length > 0
    ? close.map((one) => [one])
    : indexTokens(word)
        .slice(1)
        .map((part) => [part]);
}

/** Looks up what a unit may stand for; only what no page has as it was written is guessed at. */
export async function lookUp(index: SearchIndex, unit: Unit): Promise<LookedUp> {
  const [[first = ''] = []] = unit.readings;
  if (unit.prefix && !LATIN.test(first)) {
    const begun = (await index.beginning(first)).filter((term) => term !== first).map((term) => [term]);
    const found = await Promise.all([[first], ...begun].map((words) => withAll(index, words)));
    return {...unit, meant: [first], matches: union(found, 1), isGuess: false};
  }
  const found = await Promise.all(unit.readings.map((words) => withAll(index, words)));
  const matches = union(found);
  if (matches.size > 0 || !LATIN.test(first)) {
    return {...unit, meant: unit.readings.flat(), matches, isGuess: false};
  }
  const guessed = await guess(index, first);
  const all = await Promise.all(guessed.map((words) => withAll(index, words)));
  return {...unit, meant: guessed.flat(), matches: union(all), isGuess: true};
}

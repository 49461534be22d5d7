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
  /** Where no page has it, what it was taken for. */
  guess?: 'spelling' | 'beginning' | 'misspelt' | 'parts';
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

/** What a word that no page has may stand for. */
interface Guess {
  kind: Exclude<LookedUp['guess'], undefined>;
  readings: string[][];
}

/** Takes a word for its pinyin, for words that begin with it, for a misspelt word, for its parts. */
async function guessLatin(index: SearchIndex, word: string): Promise<Guess> {
  const spelt = await index.find<string[]>(spellingKey(word));
  if (spelt) {
    return {kind: 'spelling', readings: spelt.map((phrase) => indexTokens(phrase))};
  }
  const begun = completions(word, await index.beginning(word), MOST_COMPLETIONS);
  if (begun.length > 0) {
    return {kind: 'beginning', readings: begun.map((one) => [one])};
  }
  const close = corrections(word, await index.words(), MOST_CORRECTIONS);
  const others = close.length > 0 ? close : indexTokens(word).slice(1);
  return {kind: 'misspelt', readings: others.map((one) => [one])};
}

/** Takes a pair of characters for all pairs that begin with one of them. */
async function guessHan(index: SearchIndex, pair: string): Promise<Guess> {
  const begun = await Promise.all([...pair].map((character) => index.beginning(character)));
  return {kind: 'parts', readings: begun.flat().map((term) => [term])};
}

/** Looks up what a unit may stand for, as it is written or in other words. */
export async function lookUp(index: SearchIndex, unit: Unit): Promise<LookedUp> {
  const [[first = ''] = []] = unit.readings;
  if (unit.prefix && !LATIN.test(first)) {
    const begun = (await index.beginning(first)).filter((term) => term !== first).map((term) => [term]);
    const found = await Promise.all([[first], ...begun].map((words) => withAll(index, words)));
    return {...unit, meant: [first], matches: union(found, 1)};
  }
  const found = await Promise.all(unit.readings.map((words) => withAll(index, words)));
  return {...unit, meant: unit.readings.flat(), matches: union(found)};
}

/** Guesses what a unit stands for that no page has. */
export async function guess(index: SearchIndex, word: LookedUp): Promise<LookedUp> {
  const [[first = ''] = []] = word.readings;
  const {kind, readings} = await (LATIN.test(first) ? guessLatin : guessHan)(index, first);
  const found = await Promise.all(readings.map((words) => withAll(index, words)));
  return {...word, meant: readings.flat(), matches: union(found), guess: kind};
}

/**
 * Looks up a query. Latin words that no page has are guessed at, and where no page has any word of the query, the others
 * too.
 */
export async function lookUpAll(index: SearchIndex, units: readonly Unit[]): Promise<LookedUp[]> {
  const words = await Promise.all(units.map((unit) => lookUp(index, unit)));
  const nothing = words.every(({matches}) => matches.size === 0);
  return Promise.all(
    words.map((word) =>
      word.matches.size === 0 && (nothing || LATIN.test(word.readings[0]![0]!)) ? guess(index, word) : word,
    ),
  );
}

import {indexTokens, type QueryToken} from '../site/searchTokens';
import type {Bundle, Matches} from './bundle';
import {completions, corrections} from './spelling';

/** Words that one word of a query is taken for at the most. */
const MOST_COMPLETIONS = 6;
const MOST_CORRECTIONS = 2;

/** What was found for a word of a query. */
export interface LookedUp {
  /** The word as asked. */
  asked: string;
  /** Words that it was taken for. */
  meant: readonly string[];
  matches: Matches;
}

const LATIN = /^[a-z]/;

function union(all: readonly Matches[]): Matches {
  const weights = new Map<string, number>();
  for (const matches of all) {
    matches.forEach((weight, id) => weights.set(id, Math.max(weight, weights.get(id) ?? 0)));
  }
  return weights;
}

async function withAny(bundle: Bundle, words: readonly string[]): Promise<Matches> {
  return union(await Promise.all(words.map((word) => bundle.withWord(word))));
}

/**
 * Looks a word up. A word that no page has is taken for the words that begin with it, else for those that it may be a
 * misspelling of, else for its parts.
 */
export async function lookUp(bundle: Bundle, {text, prefix}: QueryToken): Promise<LookedUp> {
  if (prefix && !LATIN.test(text)) {
    return {asked: text, meant: [text], matches: await bundle.withPrefix(text)};
  }
  const exact = await bundle.withWord(text);
  if (exact.size > 0 || !LATIN.test(text)) {
    return {asked: text, meant: [text], matches: exact};
  }
  const words = await bundle.words();
  const choices = [
    completions(text, words, MOST_COMPLETIONS),
    corrections(text, words, MOST_CORRECTIONS),
    indexTokens(text).slice(1),
  ];
  const meant = choices.find((choice) => choice.length > 0) ?? [];
  return {asked: text, meant, matches: await withAny(bundle, meant)};
}

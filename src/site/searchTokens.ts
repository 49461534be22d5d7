/**
 * Cuts text into the words that are indexed and looked up. Both halves of search use it, so an index and a query always
 * agree, in every browser. A run of Han characters becomes its overlapping pairs, so any part of a phrase is found; an
 * identifier becomes itself and its parts (`relay.build` → `relay`, `build`; `FoldConstant` → `foldconstant`, `fold`,
 * `constant`).
 */

const RUNS = /[\p{Script=Han}]+|[A-Za-z0-9_]+(?:[+#]+)?/gu;
const HAN = /^\p{Script=Han}/u;

function hanPairs(run: string): string[] {
  const chars = [...run];
  return chars.length === 1 ? [run] : chars.slice(1).map((char, i) => chars[i]! + char);
}

/** A word in lower case without the ending of the plural: `classes` → `class`, `schedules` → `schedule`. */
export function singular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word) || /(?:ss|us|is|as|os)$/.test(word)) {
    return word;
  }
  return word.replace(/ies$/, 'y').replace(/(?<=ss|x|ch|sh)es$|s$/, '');
}

/** A text with full-width letters and digits as usual ones. */
export function normalizeWidth(text: string): string {
  return text.normalize('NFKC');
}

function identifierParts(word: string): string[] {
  if (/^[a-z0-9]+$/.test(word)) {
    return [singular(word)];
  }
  const parts = word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+/)
    .filter(Boolean);
  const whole = word.toLowerCase().replace(/_/g, '');
  const lower = parts.map((part) => singular(part.toLowerCase()));
  return lower.length > 1 ? [whole, ...lower] : [singular(whole)].filter(Boolean);
}

/** Identifiers that were cut before: pages repeat theirs. */
const known = new Map<string, string[]>();

function knownParts(word: string): string[] {
  const parts = known.get(word) ?? identifierParts(word);
  known.set(word, parts);
  return parts;
}

/** Words of a text to index, in order, with repetitions. */
export function indexTokens(text: string): string[] {
  const runs = normalizeWidth(text).match(RUNS) ?? [];
  return runs.flatMap((run) => (HAN.test(run) ? hanPairs(run) : knownParts(run)));
}

/** A word of a query. */
export interface QueryToken {
  text: string;
  /** Whether it may be the beginning of a word: the one that the reader is still typing. */
  prefix: boolean;
  /** Whether it is a pair of Han characters of which the first ends the pair before. */
  joined: boolean;
}

/** Words that say nothing of the subject: they ask, wish, join. The longer ones first. */
const ASKING =
  /为什么|是什么|什么是|有什么|怎么样|怎么办|怎么用|能不能|可不可以|有没有|是不是|什么|怎么|怎样|如何|为何|哪些|哪个|哪里|多少|可以|能否|是否|请问|想要|需要|一个|这个|吗|呢|吧/g;

/** Characters with which no word of a subject begins or ends, but for a few words. */
const JOINING = /^[的了]|[的了]$/;

/** Pairs of a run without what only asks; of a run that does nothing else, all. */
function hanTokens(run: string, alone: boolean): QueryToken[] {
  const cut = (parts: readonly string[]): QueryToken[] =>
    parts.flatMap((part) =>
      hanPairs(part).map((text, i) => ({text, prefix: text.length === 1, joined: i > 0})),
    );
  const pairs = cut(run.replace(ASKING, ' ').split(' ').filter(Boolean));
  const kept = pairs.filter(({text}) => text.length > 1 && !JOINING.test(text));
  return kept.length > 0 || !alone ? kept : pairs.length > 0 ? pairs : cut([run]);
}

/** Words of a query, each once. An identifier counts as a whole: its parts would find too much. */
export function queryTokens(query: string): QueryToken[] {
  const runs = query.match(RUNS) ?? [];
  const ends = /[\p{Script=Han}A-Za-z0-9_+#]$/u.test(query);
  const tokens = runs.flatMap((run, i): QueryToken[] => {
    if (HAN.test(run)) {
      return hanTokens(run, runs.length === 1);
    }
    const text = singular(run.toLowerCase().replace(/_/g, ''));
    return [{text, prefix: i === runs.length - 1 && ends, joined: false}];
  });
  const seen = new Set<string>();
  return tokens.filter(({text}) => text !== '' && !seen.has(text) && seen.add(text));
}

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

function identifierParts(word: string): string[] {
  if (/^[a-z0-9]+$/.test(word)) {
    return [word];
  }
  const parts = word
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+/)
    .filter(Boolean);
  const whole = word.toLowerCase().replace(/_/g, '');
  const lower = parts.map((part) => part.toLowerCase());
  return lower.length > 1 ? [whole, ...lower] : [whole].filter(Boolean);
}

/** Words of a text to index, in order, with repetitions. */
export function indexTokens(text: string): string[] {
  return (text.match(RUNS) ?? []).flatMap((run) => (HAN.test(run) ? hanPairs(run) : identifierParts(run)));
}

/**
 * Spells a word with Latin letters and digits alone, as it stands in the index: what else a word has would be taken out
 * or, depending on the browser, taken for the end of a word.
 */
export function spellToken(token: string): string {
  return HAN.test(token)
    ? `h${[...token].map((char) => char.codePointAt(0)!.toString(16).padStart(4, '0')).join('')}`
    : token.replace(/\+/g, 'plus').replace(/#/g, 'sharp');
}

/** A word of a query. */
export interface QueryToken {
  text: string;
  /** Whether it may be the beginning of a word: the one that the reader is still typing. */
  prefix: boolean;
}

/** Words that say nothing of the subject: they ask, wish, join. The longer ones first. */
const ASKING =
  /为什么|是什么|什么是|有什么|怎么样|怎么办|怎么用|能不能|可不可以|有没有|是不是|什么|怎么|怎样|如何|为何|哪些|哪个|哪里|多少|可以|能否|是否|请问|想要|需要|一个|这个|吗|呢|吧/g;

/** Characters with which no word of a subject begins or ends, but for a few words. */
const JOINING = /^[的了]|[的了]$/;

/** Pairs of a run without what only asks; of a run that does nothing else, all. */
function hanTokens(run: string, alone: boolean): QueryToken[] {
  const pairs = run.replace(ASKING, ' ').split(' ').filter(Boolean).flatMap(hanPairs);
  const kept = pairs.filter((pair) => pair.length > 1 && !JOINING.test(pair));
  const chosen = kept.length > 0 || !alone ? kept : pairs.length > 0 ? pairs : hanPairs(run);
  return chosen.map((text) => ({text, prefix: text.length === 1}));
}

/** Words of a query, each once. An identifier counts as a whole: its parts would find too much. */
export function queryTokens(query: string): QueryToken[] {
  const runs = query.match(RUNS) ?? [];
  const ends = /[\p{Script=Han}A-Za-z0-9_+#]$/u.test(query);
  const tokens = runs.flatMap((run, i): QueryToken[] => {
    if (HAN.test(run)) {
      return hanTokens(run, runs.length === 1);
    }
    return [{text: run.toLowerCase().replace(/_/g, ''), prefix: i === runs.length - 1 && ends}];
  });
  const seen = new Set<string>();
  return tokens.filter(({text}) => text !== '' && !seen.has(text) && seen.add(text));
}

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

/** A word of a query. */
export interface QueryToken {
  text: string;
  /** Whether it may be the beginning of a word: the one that the reader is still typing. */
  prefix: boolean;
}

/** Pairs of characters that say nothing of the subject: they ask, they join. */
const STOP = new Set(
  '怎么 如何 什么 为什 是什 么是 么用 么样 怎样 哪些 可以 能不 不能 一个 这个 的是 了吗 请问 使用 进行 我的 我想 想要 需要'.split(
    ' ',
  ),
);

/** Words of a query, each once. An identifier counts as a whole: its parts would find too much. */
export function queryTokens(query: string): QueryToken[] {
  const runs = query.match(RUNS) ?? [];
  const ends = /[\p{Script=Han}A-Za-z0-9_+#]$/u.test(query);
  const tokens = runs.flatMap((run, i): QueryToken[] => {
    const last = i === runs.length - 1 && ends;
    if (HAN.test(run)) {
      const pairs = hanPairs(run);
      const kept = pairs.filter((pair) => !STOP.has(pair));
      return (kept.length > 0 ? kept : pairs).map((text) => ({
        text,
        prefix: pairs.length === 1 && text.length === 1,
      }));
    }
    return [{text: run.toLowerCase().replace(/_/g, ''), prefix: last}];
  });
  const seen = new Set<string>();
  return tokens.filter(({text}) => text !== '' && !seen.has(text) && seen.add(text));
}

import {type Template, WILDCARD} from './literals';

const TOKEN = new RegExp(`${WILDCARD}|[A-Za-z_]\\w*|\\d+(?:\\.\\d+)?`, 'g');

/** Words, numbers and wildcards of a message; letters in one case, signs left out. */
export function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).map((token) => token.toLowerCase());
}

/** How well words on a page fit a message. */
export interface Fit {
  /** Words that the other side does not have; what a wildcard stands for costs little. */
  cost: number;
  /** Words that both have. */
  matched: number;
}

const IN_WILDCARD = 0.05;

function better(a: Fit, b: Fit): Fit {
  return b.cost < a.cost || (b.cost === a.cost && b.matched > a.matched) ? b : a;
}

/** Aligns words of a page with a message or a part of it; both may have wildcards. */
export function alignTokens(page: readonly string[], source: readonly string[]): Fit {
  const none: Fit = {cost: Infinity, matched: 0};
  // row[j]: the words of the page so far against the first j of the source; where the quotation begins is free.
  let row: Fit[] = Array.from({length: source.length + 1}, () => ({cost: 0, matched: 0}));
  for (const token of page) {
    const next: Fit[] = Array.from({length: source.length + 1}, () => none);
    for (let j = 0; j <= source.length; j += 1) {
      const here = row[j]!;
      const isHole = token === WILDCARD;
      const eaten = j > 0 && source[j - 1] === WILDCARD;
      next[j] = better(next[j]!, {...here, cost: here.cost + (isHole ? 0 : eaten ? IN_WILDCARD : 1)});
      if (j > 0) {
        const previous = row[j - 1]!;
        if (!isHole && token === source[j - 1]) {
          next[j] = better(next[j]!, {cost: previous.cost, matched: previous.matched + 1});
        }
        const skipped = next[j - 1]!;
        const skip = source[j - 1] === WILDCARD ? 0 : isHole ? IN_WILDCARD : 1;
        next[j] = better(next[j]!, {...skipped, cost: skipped.cost + skip});
      }
    }
    row = next;
  }
  return row.reduce(better, none);
}

/** Messages that are compared for a word, so that a common word does not take long. */
const MOST_CANDIDATES = 500;

/** Messages of a release, found by their words. */
export class Messages {
  private readonly byWord = new Map<string, number[]>();
  private readonly tokens: string[][];

  constructor(private readonly templates: readonly Template[]) {
    this.tokens = templates.map(({text}) => tokensOf(text));
    this.tokens.forEach((tokens, i) => {
      for (const word of new Set(tokens)) {
        if (word.length > 2) {
          const list = this.byWord.get(word);
          if (list) {
            list.push(i);
          } else {
            this.byWord.set(word, [i]);
          }
        }
      }
    });
  }

  /** The message that fits words on a page best; undefined where none has even half of them. */
  find(text: string): (Template & Fit) | undefined {
    const tokens = tokensOf(text);
    const words = tokens.filter((token) => token !== WILDCARD);
    const rare = [...new Set(words)]
      .map((word) => this.byWord.get(word) ?? [])
      .filter((ids) => ids.length > 0)
      .sort((a, b) => a.length - b.length)
      .slice(0, 4);
    let best: (Template & Fit) | undefined;
    const known = new Set(words);
    for (const id of new Set(rare.flatMap((ids) => ids.slice(0, MOST_CANDIDATES)))) {
      const own = this.tokens[id]!;
      if (own.filter((token) => known.has(token)).length < words.length / 3) {
        continue;
      }
      const fit = alignTokens(tokens, own);
      if (!best || fit.cost < best.cost || (fit.cost === best.cost && fit.matched > best.matched)) {
        best = {...this.templates[id]!, ...fit};
      }
    }
    return best &&
      best.matched >= Math.min(2, words.length) &&
      best.matched >= words.length / 2 &&
      best.cost <= words.length / 2
      ? best
      : undefined;
  }
}

import type {LookedUp} from './lookUp';

/** A record that answers a query, the best first. */
export interface Ranked {
  number: number;
  score: number;
  /** Part of the query that its page has. */
  covered: number;
}

/** Records whose pages have less than this part of what the query says are left out while others have more. */
const MIN_COVERAGE = 0.4;

/** Weight at which a word counts half as much as it can. */
const HALF_WEIGHT = 60;

/** Records below which a word is not taken for any rarer: pairs of characters across two words are rare by chance. */
const RARE = 48;

/** How much a page counts in the score of its records, and what all its records but the best count in that. */
const PAGE = 0.6;
const REST = 0.25;

/** What a word counts that says what the reader wants, and what more a page on that counts. */
const INTENT = 0.4;
const WANTED = 1.6;

/** Weight that a word of a heading has in the record below it, and what a page counts whose title has all of the query. */
const IN_HEADING = 80;
const TITLE = 0.6;

/** What a record counts of what it would if a better one of its page did not come before it. */
const NEXT = 0.8;

/** Rare words say more than common ones. */
function rarity(matches: number): number {
  return 1 / Math.log2(RARE + matches);
}

/** How much rarer than both of its neighbours a pair of characters is that only stands where two words meet. */
const MEETING = 0.3;
const MEETING_VALUE = 0.1;

/** What each word of a query says. */
function valuesOf(words: readonly LookedUp[]): number[] {
  return words.map(({matches, isIntent, isJoined}, i) => {
    const [before, next] = [words[i - 1], words[i + 1]];
    const meets =
      isJoined &&
      before &&
      next?.isJoined &&
      matches.size < MEETING * Math.min(before.matches.size, next.matches.size);
    return rarity(matches.size) * (meets ? MEETING_VALUE : isIntent ? INTENT : 1);
  });
}

function saturated(weight: number): number {
  return weight / (weight + HALF_WEIGHT);
}

/** Sums of the words of a query, by number of a record or of a page. */
class Sums {
  private readonly sums = new Map<number, {score: number; covered: number}>();

  add(number: number, value: number, weight: number): void {
    const sum = this.sums.get(number) ?? {score: 0, covered: 0};
    sum.score += value * saturated(weight);
    sum.covered += value;
    this.sums.set(number, sum);
  }

  get(number: number): {score: number; covered: number} {
    return this.sums.get(number) ?? {score: 0, covered: 0};
  }

  numbers(): number[] {
    return [...this.sums.keys()];
  }
}

/** What finds the page of a record. */
export function pageFinder(firsts: readonly number[]): (number: number) => number {
  return (number) => {
    let [low, high] = [0, firsts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      [low, high] = firsts[middle]! <= number ? [middle, high] : [low, middle - 1];
    }
    return low;
  };
}

/**
 * Ranks records by all words of a query together: each counts the more the rarer it is and the more it weighs in the
 * record and on its page, and a record the more the larger the part of the query it has.
 *
 * @param firsts number of the first record of each page
 * @param isWanted whether a page is on what the reader wants to do
 */
export function rank(
  words: readonly LookedUp[],
  firsts: readonly number[],
  isWanted: (page: number) => boolean,
): Ranked[] {
  const values = valuesOf(words);
  const pageOf = pageFinder(firsts);
  const records = new Sums();
  const pages = new Sums();
  const titles = new Map<number, number>();
  let total = 0;
  words.forEach(({matches}, i) => {
    const value = values[i]!;
    total += matches.size > 0 ? value : 0;
    const best = new Map<number, number>();
    const sum = new Map<number, number>();
    for (const [number, weight] of matches) {
      const page = pageOf(number);
      records.add(number, value, weight);
      best.set(page, Math.max(best.get(page) ?? 0, weight));
      sum.set(page, (sum.get(page) ?? 0) + weight);
      if (weight >= IN_HEADING && firsts[page] === number) {
        titles.set(page, (titles.get(page) ?? 0) + value);
      }
    }
    best.forEach((most, page) => pages.add(page, value, most + REST * (sum.get(page)! - most)));
  });
  const ranked = records.numbers().map((number): Ranked => {
    const [record, page] = [records.get(number), pages.get(pageOf(number))];
    const score =
      (1 - PAGE) * record.score * (record.covered / total) ** 2 +
      PAGE * page.score * (page.covered / total) ** 2 +
      TITLE * total * ((titles.get(pageOf(number)) ?? 0) / total) ** 2;
    return {number, score: score * (isWanted(pageOf(number)) ? WANTED : 1), covered: page.covered / total};
  });
  const enough = ranked.filter(({covered}) => covered >= MIN_COVERAGE);
  const taken = new Map<number, number>();
  return (enough.length > 0 ? enough : ranked)
    .sort((a, b) => b.score - a.score)
    .map((one) => {
      const before = taken.get(pageOf(one.number)) ?? 0;
      taken.set(pageOf(one.number), before + 1);
      return {...one, score: one.score * NEXT ** before};
    })
    .sort((a, b) => b.score - a.score);
}

import type {Matches} from './bundle';

/** A document that answers a query, the best first. */
export interface Ranked {
  id: string;
  score: number;
}

/** Documents that have less than this part of what the query says are left out while others have more. */
const MIN_COVERAGE = 0.4;

/** Weight at which a word counts half as much as it can. */
const HALF_WEIGHT = 30;

/** Documents below which a word is not taken for any rarer: pairs of characters across two words are rare by chance. */
const RARE = 32;

/** Rare words say more than common ones. */
function rarity(matches: number): number {
  return 1 / Math.log2(RARE + matches);
}

/**
 * Ranks documents by all words of a query together: each counts the more the rarer it is and the more it weighs in the
 * document, and a document the more the larger the part of the query it has.
 *
 * @param words the documents of each word of the query
 */
export function rank(words: readonly Matches[]): Ranked[] {
  const found = words.filter((matches) => matches.size > 0);
  const total = found.reduce((sum, matches) => sum + rarity(matches.size), 0);
  const sums = new Map<string, {score: number; covered: number}>();
  for (const matches of found) {
    const value = rarity(matches.size);
    for (const [id, weight] of matches) {
      const sum = sums.get(id) ?? {score: 0, covered: 0};
      sum.score += (value * weight) / (weight + HALF_WEIGHT);
      sum.covered += value;
      sums.set(id, sum);
    }
  }
  const ranked = [...sums].map(([id, {score, covered}]) => ({
    id,
    score: score * (covered / total) ** 2,
    part: covered / total,
  }));
  const enough = ranked.filter(({part}) => part >= MIN_COVERAGE);
  return (enough.length > 0 ? enough : ranked)
    .sort((a, b) => b.score - a.score)
    .map(({id, score}) => ({id, score}));
}

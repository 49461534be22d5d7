/** One word's matches in the index, by document. */
export interface TokenMatches {
  matches: ReadonlyMap<string, number>;
}

/** A document that answers a query, the best first. */
export interface Ranked {
  id: string;
  score: number;
}

/** Documents that have less than this part of what the query says are left out while others have more. */
const MIN_COVERAGE = 0.6;

/** Rare words say more than common ones. */
function rarity(matches: number): number {
  return matches === 0 ? 0 : 1 / Math.log2(2 + matches);
}

/**
 * Ranks documents by all words of a query together: each counts the more the rarer it is, and a document the more the
 * larger the part of the query it has.
 */
export function rank(tokens: readonly TokenMatches[]): Ranked[] {
  const found = tokens.filter(({matches}) => matches.size > 0);
  const weights = found.map(({matches}) => rarity(matches.size));
  const total = weights.reduce((a, b) => a + b, 0);
  const sums = new Map<string, {score: number; covered: number}>();
  found.forEach(({matches}, i) => {
    const highest = Math.max(...matches.values());
    for (const [id, score] of matches) {
      const sum = sums.get(id) ?? {score: 0, covered: 0};
      sum.score += weights[i]! * (0.5 + score / highest);
      sum.covered += weights[i]!;
      sums.set(id, sum);
    }
  });
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

/** Part of a word that has to be right at its beginning. */
const RIGHT_BEGINNING = 0.6;

/** Whether a word of the index can be meant by a word of the query: it begins with it, or with most of it. */
export function isClose(indexed: string, asked: string): boolean {
  let common = 0;
  while (common < asked.length && asked[common] === indexed[common]) {
    common += 1;
  }
  return common === asked.length || common >= Math.max(2, Math.ceil(asked.length * RIGHT_BEGINNING));
}

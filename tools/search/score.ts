/** How well queries were answered. */
export interface Score {
  queries: number;
  /** Part of the queries that have an expected page first, and among the first five. */
  recall1: number;
  recall5: number;
  /** Mean of 1 divided by the place of the first expected page. */
  mrr: number;
}

/** Place of the first expected page among those found, from 1; undefined where there is none. */
export function placeOf(found: readonly string[], expected: readonly string[]): number | undefined {
  const index = found.findIndex((page) => expected.includes(page));
  return index === -1 ? undefined : index + 1;
}

/** Sums up the places of the expected pages. */
export function scoreOf(places: readonly (number | undefined)[]): Score {
  const part = (counts: (place: number) => number) =>
    places.reduce((sum: number, place) => sum + (place === undefined ? 0 : counts(place)), 0) / places.length;
  return {
    queries: places.length,
    recall1: part((place) => Number(place === 1)),
    recall5: part((place) => Number(place <= 5)),
    mrr: part((place) => 1 / place),
  };
}

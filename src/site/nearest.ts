import leven from 'leven';

/** Share of the letters that may differ before a suggestion helps nobody. */
const FARTHEST = 0.6;

/** Share of the letters that a slip of the pen changes: a page that differs by more is another page. */
export const SLIP = 0.4;

/** Number of letters in the folders that two paths share from their beginning. */
function sharedFolders(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) {
    i += 1;
  }
  return a.lastIndexOf('/', i - 1) + 1;
}

/**
 * Finds those of `candidates` that a mistyped `wanted` most likely meant, best first; none that is too unlike it.
 *
 * @param count how many at most
 * @param farthest share of the letters that may differ
 */
export function nearest(
  wanted: string,
  candidates: Iterable<string>,
  count = 1,
  farthest = FARTHEST,
): string[] {
  const target = wanted.toLowerCase();
  const last = target.split('/').at(-1)!;
  return [...new Set(candidates)]
    .map((candidate) => {
      const lower = candidate.toLowerCase();
      const sameName = last !== '' && lower.split('/').at(-1) === last;
      // The right name in another folder is a likelier slip than a few letters exchanged for others.
      const distance = leven(target, lower) * (sameName ? 0.4 : 1);
      const letters = Math.max(target.length, lower.length) - sharedFolders(target, lower);
      return {candidate, distance, share: distance / Math.max(letters, 1)};
    })
    .filter(({share}) => share <= farthest)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({candidate}) => candidate);
}

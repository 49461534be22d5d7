/** Edits after which a word can still be meant; none for the shortest. */
function tolerance(word: string): number {
  return word.length < 4 ? 0 : word.length < 6 ? 1 : 2;
}

/**
 * Edits between two words: a letter too many, too few or another, or two neighbours exchanged.
 *
 * @param limit highest number that matters
 * @returns `limit + 1` for any more
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) {
    return limit + 1;
  }
  let before: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + Number(!same));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, before[j - 2]! + 1);
      }
      row.push(edits);
    }
    if (Math.min(...row) > limit) {
      return limit + 1;
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}

/** The words of a vocabulary that begin so, the shortest first. */
export function completions(prefix: string, words: readonly string[], most: number): string[] {
  return words
    .filter((word) => word.startsWith(prefix))
    .sort((a, b) => a.length - b.length)
    .slice(0, most);
}

/** The words of a vocabulary that a misspelt word can mean: the closest, those of the same first letter before others. */
export function corrections(word: string, words: readonly string[], most: number): string[] {
  const limit = tolerance(word);
  const close = words
    .map((known) => ({known, edits: limit === 0 ? 1 : editDistance(word, known, limit)}))
    .filter(({edits}) => edits <= limit);
  const least = Math.min(...close.map(({edits}) => edits));
  return close
    .filter(({edits}) => edits === least)
    .map(({known}) => known)
    .sort((a, b) => Number(b[0] === word[0]) - Number(a[0] === word[0]))
    .slice(0, most);
}

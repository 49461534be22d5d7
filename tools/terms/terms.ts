import {readJson} from '../../src/content/json';

/** A term of the project, with the words for it that are not used. */
export interface Term {
  /** The English term. */
  term: string;
  /** What to write. */
  use: string;
  /** What not to write. */
  variants: string[];
  /** Words that are right although they hold the letters of a variant, as 排程序 does. */
  allow?: string[];
}

/** A variant that a text uses; line and column count from 1. */
export interface Violation {
  line: number;
  column: number;
  variant: string;
  use: string;
  term: string;
}

/** Reads the list of terms, `data/terms.json`. */
export function readTerms(root: string): Term[] {
  return readJson<Term[]>(root, 'data/terms.json') ?? [];
}

function isAllowed(text: string, index: number, length: number, allow: readonly string[]): boolean {
  return allow.some((word) => {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      if (at <= index && at + word.length >= index + length) {
        return true;
      }
    }
    return false;
  });
}

/** Finds the variants in a line of prose, longest first where two overlap. */
export function findVariants(text: string, terms: readonly Term[]): Omit<Violation, 'line'>[] {
  const hits = terms.flatMap(({term, use, variants, allow = []}) =>
    variants.flatMap((variant) => {
      const found: {index: number; variant: string; use: string; term: string}[] = [];
      for (let index = text.indexOf(variant); index !== -1; index = text.indexOf(variant, index + 1)) {
        if (!isAllowed(text, index, variant.length, allow)) {
          found.push({index, variant, use, term});
        }
      }
      return found;
    }),
  );
  hits.sort((a, b) => b.variant.length - a.variant.length);
  const kept = hits.filter(
    (hit, i) =>
      !hits
        .slice(0, i)
        .some(
          (other) =>
            other.index < hit.index + hit.variant.length && hit.index < other.index + other.variant.length,
        ),
  );
  return kept
    .sort((a, b) => a.index - b.index)
    .map(({index, variant, use, term}) => ({column: index + 1, variant, use, term}));
}

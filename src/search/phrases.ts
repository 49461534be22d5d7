import type {StoredRecord} from '../site/searchTypes';

/** Phrases shorter than this stand in too many texts to say anything. */
const SHORTEST = 4;
/** A title is short, so that two characters of it already say something. */
const SHORTEST_IN_TITLE = 2;

/** The page whose headings are the fixed words of error messages; a whole message holds them with words of its own. */
const MESSAGES = /\/how_to\/errors#/;

const LEVELS = ['lvl6', 'lvl5', 'lvl4', 'lvl3', 'lvl2'] as const;

/** Whether a text has a phrase and does not go on with its first or last word: `schedule` is none of `AutoScheduler`. */
function hasWords(text: string, phrase: string): boolean {
  const at = text.indexOf(phrase);
  const [before, after] = [text[at - 1] ?? '', text[at + phrase.length] ?? ''];
  const goesOn = (a: string, b: string) => /\w/.test(a) && /\w/.test(b);
  return at >= 0 && !goesOn(before, phrase[0]!) && !goesOn(phrase.at(-1)!, after.replace('s', ''));
}

function normal(text: string | null | undefined): string {
  return (text ?? '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether a record is of the API reference, which has each word many times. */
export function isReference({url}: Pick<StoredRecord, 'url'>): boolean {
  return url.includes('/reference/api/');
}

/** Place, as of `phraseRank`, of names that a query only begins: after titles and headings that are the query. */
export const BEGUN_NAME = 2.5;

/** Places, as of `phraseRank`, of records with the query in the heading, in the text, and nowhere as it stands. */
export const IN_HEADING = 3;
export const IN_TEXT = 4;
const APART = 9;

/**
 * How well the words of a query stand together in a record: the title of a page, then a heading, then its text. The
 * smaller the better; the same number for all that have them apart.
 */
export function phraseRank(
  query: string,
  record: Pick<StoredRecord, 'hierarchy' | 'content' | 'url' | 'aliases'>,
): number {
  const asked = normal(query);
  const title = normal(record.hierarchy.lvl1);
  const heading = normal(LEVELS.map((level) => record.hierarchy[level]).find(Boolean));
  const isTop = !record.url.includes('#');
  if (isTop && (title === asked || record.aliases?.some((alias) => normal(alias) === asked))) {
    return title === asked ? 0 : 0.2;
  }
  if (MESSAGES.test(record.url) && heading.length > SHORTEST && asked.includes(heading)) {
    return 0.5;
  }
  if (isTop && asked.length >= SHORTEST_IN_TITLE && hasWords(title, asked)) {
    // A title that says little else; guides before the reference.
    return (isReference(record) ? 1.5 : 1) + 0.4 * (1 - asked.length / title.length);
  }
  if (heading === asked) {
    return isReference(record) ? 2.1 : 2;
  }
  if (asked.length < SHORTEST) {
    return APART;
  }
  const isPhrase = /[\s.:]|\p{Script=Han}{4}/u.test(asked);
  return isPhrase && heading.includes(asked)
    ? IN_HEADING
    : isPhrase && normal(record.content).includes(asked)
      ? IN_TEXT
      : APART;
}

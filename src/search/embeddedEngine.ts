import {kindOf} from '../site/searchKind';
import {normalizeWidth} from '../site/searchTokens';
import {
  HITS_PER_PAGE,
  type Hierarchy,
  LEVELS,
  type SearchAnswer,
  type SearchEngine,
  type SearchHit,
  type SearchOptions,
  type StoredRecord,
} from '../site/searchTypes';
import {cleanQuery} from './cleanQuery';
import {highlightText, sentenceOf, snippet} from './highlight';
import {type LookedUp, lookUpAll} from './lookUp';
import {findNames, readName} from './names';
import {BEGUN_NAME, IN_HEADING, IN_TEXT, isReference, phraseRank} from './phrases';
import {pageFinder, rank} from './ranking';
import {RetryError} from './retryError';
import {type ReadJson, SearchIndex} from './searchIndex';
import {understand} from './understand';

const MAX_UNITS = 24;

/** Part of the query that a page has which has it word for word; pairs across two words may be missing. */
const WHOLE = 0.75;

/**
 * What more a record counts where the query stands in its heading or in its text as it is, for each character of the query
 * up to so many: long ones do not stand there by chance.
 */
const HEADING_BONUS = 0.1;
const TEXT_BONUS = 0.05;
const LONG = 30;

/** What an entry of the reference counts, which has each word many times, where the query does not name it. */
const REFERENCE = 0.8;

interface Found {
  number: number;
  record: StoredRecord;
  score: number;
}

function toHit({number, record}: Found, words: string, snippetWords: number): SearchHit {
  const marked = LEVELS.map((level) => {
    const text = record.hierarchy[level];
    return [level, text && snippet(text, words, snippetWords)];
  });
  const hierarchy = Object.fromEntries(marked) as Hierarchy;
  const deepest = LEVELS.slice(1).findLast((level) => record.hierarchy[level]);
  const inHeading = deepest !== undefined && hierarchy[deepest]!.includes('<mark>');
  const excerpt = (content: string) =>
    record.signature ? highlightText(sentenceOf(content), words) : snippet(content, words, snippetWords);
  return {
    ...record,
    objectID: String(number),
    type: (inHeading ? deepest : record.content ? 'content' : (deepest ?? 'lvl1')) as SearchHit['type'],
    highlighted: {
      hierarchy,
      content: record.content && excerpt(record.content),
      ...(record.signature && {signature: highlightText(record.signature, words)}),
    },
  };
}

/** Writes traditional characters as simplified ones. */
async function simplify(index: SearchIndex, query: string): Promise<string> {
  const [traditional, simplified] = await index.traditional();
  return [...query].map((character) => simplified[traditional.indexOf(character)] ?? character).join('');
}

function isHan(word: string): boolean {
  return /\p{Script=Han}/u.test(word);
}

/** A query with the words in it put right that were misspelt or in other letters. */
function corrected(query: string, words: readonly LookedUp[]): string {
  return words.reduce(
    (text, {readings: [first], meant, guess}) =>
      (guess === 'misspelt' || guess === 'spelling') && meant.length === 1
        ? text.toLowerCase().replace(first![0]!, meant[0]!)
        : text,
    query,
  );
}

/** Records of a page of the answer: those first that the query names, the others by how well they answer it. */
function order(
  found: readonly Found[],
  asked: readonly string[],
  named: {records: number[]; whole: boolean},
): Found[] {
  return found
    .map((one) => {
      const {number, record, score} = one;
      const isNamed = named.records.includes(number);
      const phrase = Math.min(...asked.map((text) => phraseRank(text, record)));
      const place = isNamed ? Math.min(named.whole ? -1 : BEGUN_NAME, phrase) : phrase;
      const bonus = place === IN_HEADING ? HEADING_BONUS : place === IN_TEXT ? TEXT_BONUS : 0;
      return {
        one,
        place: Math.min(place, IN_HEADING),
        score: score * (1 + bonus * Math.min(asked[0]!.length, LONG)) * (isReference(record) ? REFERENCE : 1),
      };
    })
    .sort((a, b) => a.place - b.place || b.score - a.score)
    .map(({one}) => one);
}

/** Whether nothing has the query word for word, so that what was found only comes near. */
function isWidened(words: readonly LookedUp[], ranked: readonly {covered: number}[]): boolean {
  const guessed = words.some(({guess}) => guess === 'misspelt' || guess === 'parts');
  const unknown = words.some(({matches, isJoined}) => matches.size === 0 && !isJoined);
  return ranked.length > 0 && (guessed || unknown || ranked.every(({covered}) => covered < WHOLE));
}

async function ask(index: SearchIndex, query: string, options: SearchOptions): Promise<SearchAnswer> {
  const entry = await index.entry();
  const asked = normalizeWidth(cleanQuery(query));
  const {units, paths} = understand(asked, entry);
  const words = await lookUpAll(index, units.slice(0, MAX_UNITS));
  if (words.length === 0) {
    return {hits: [], nbHits: 0};
  }
  if (
    words.some(
      ({matches, guess, readings: [first]}) => (guess === 'parts' || matches.size === 0) && isHan(first![0]!),
    )
  ) {
    const simple = await simplify(index, asked);
    if (simple !== asked) {
      return ask(index, simple, options);
    }
  }
  const name = readName(asked);
  const named = name === undefined ? {records: [], whole: false} : await findNames(index, name, words);
  const isWanted = (page: number) => paths.some((start) => entry.pages[page]![0].includes(start));
  const firsts = entry.pages.map(([, first]) => first);
  const pageOf = pageFinder(firsts);
  const isAsked = (number: number) =>
    !options.kind || kindOf(entry.pages[pageOf(number)]![0]) === options.kind;
  const ranked = rank(words, firsts, isWanted);
  const scores = new Map(ranked.map(({number, score}) => [number, score]));
  const numbers = [...new Set([...named.records, ...scores.keys()])].filter(isAsked);
  const shown = numbers.slice(options.page * HITS_PER_PAGE, (options.page + 1) * HITS_PER_PAGE);
  const found = await Promise.all(
    shown.map(async (number) => ({
      number,
      record: await index.record(number),
      score: scores.get(number) ?? 0,
    })),
  );
  const others = words.length === 1 ? words[0]!.said.slice(1) : [];
  const marked = [asked, ...words.flatMap(({meant}) => meant)].join(' ');
  return {
    ...(isWidened(words, ranked) && {widened: true}),
    hits: order(found, [corrected(asked, words), ...others], named).map((one) =>
      toHit(one, marked, options.snippetWords),
    ),
    nbHits: numbers.length,
  };
}

/**
 * The embedded engine: the index of the version that is searched, fetched part by part.
 *
 * @param baseUrl base URL of the site, with slashes at both ends
 */
export function createEmbeddedEngine(baseUrl: string, read?: ReadJson): SearchEngine {
  const indexes = new Map<string, SearchIndex>();
  return {
    async search(query, options) {
      const {tags} = options;
      const tag = tags.find((t) => t !== 'default') ?? tags[0]!;
      const index = indexes.get(tag) ?? new SearchIndex(baseUrl, tag, read);
      indexes.set(tag, index);
      try {
        return await ask(index, query, options);
      } catch (error) {
        throw new RetryError(error);
      }
    },
  };
}

import {queryTokens} from '../site/searchTokens';
import {
  HITS_PER_PAGE,
  MAX_QUERY_LENGTH,
  type Hierarchy,
  type Level,
  type SearchAnswer,
  type SearchEngine,
  type SearchHit,
  type SearchOptions,
  type StoredRecord,
} from '../site/searchTypes';
import {Bundle} from './bundle';
import {snippet} from './highlight';
import {lookUp, type LookedUp} from './lookUp';
import {BEGUN_NAME, isReference, messageOf, phraseRank} from './phrases';
import {rank} from './ranking';
import {RetryError} from './retryError';
import {findSymbols, readName} from './symbols';

const MAX_TOKENS = 16;

/** Results that come before an entry of the reference which is as good, where the query does not name it. */
const REFERENCE_BEHIND = 5;

function toHit(id: string, record: StoredRecord, words: string, snippetWords: number): SearchHit {
  const hierarchy = Object.fromEntries(
    Object.entries(record.hierarchy).map(([level, text]) => [
      level,
      text && snippet(text, words, snippetWords),
    ]),
  ) as Hierarchy;
  const deepest = (['lvl6', 'lvl5', 'lvl4', 'lvl3', 'lvl2', 'lvl1'] as const).find(
    (level: Level) => record.hierarchy[level],
  );
  const inHeading = deepest !== undefined && hierarchy[deepest]!.includes('<mark>');
  return {
    objectID: id,
    hierarchy: record.hierarchy,
    content: record.content,
    type: inHeading ? deepest : record.content ? 'content' : (deepest ?? 'lvl1'),
    url: record.url,
    highlighted: {hierarchy, content: record.content && snippet(record.content, words, snippetWords)},
  };
}

/** A name with the words in it put right that were misspelt. */
function corrected(name: string, words: readonly LookedUp[]): string {
  const meant = new Map(
    words.map((word) => [word.asked, word.meant.length === 1 ? word.meant[0]! : word.asked]),
  );
  return name
    .split('.')
    .map((part) => meant.get(part) ?? part)
    .join('.');
}

/**
 * The embedded engine: Pagefind's index of the version that is searched and its table of API names, fetched on first use.
 *
 * @param baseUrl base URL of the site, with slashes at both ends
 */
export function createPagefindEngine(baseUrl: string): SearchEngine {
  const bundles = new Map<string, Bundle>();

  function bundleOf(tag: string): Bundle {
    const bundle = bundles.get(tag) ?? new Bundle(baseUrl, tag);
    bundles.set(tag, bundle);
    return bundle;
  }

  async function find(query: string, {tags, page, snippetWords}: SearchOptions): Promise<SearchAnswer> {
    const asked = messageOf(query).slice(0, MAX_QUERY_LENGTH);
    const tokens = queryTokens(asked).slice(0, MAX_TOKENS);
    const tag = tags.find((t) => t !== 'default') ?? tags[0];
    if (tokens.length === 0 || !tag) {
      return {hits: [], nbHits: 0};
    }
    const bundle = bundleOf(tag);
    const name = readName(asked);
    const [words, symbols] = await Promise.all([
      Promise.all(tokens.map((token) => lookUp(bundle, token))),
      name === undefined ? undefined : bundle.symbols(),
    ]);
    const named =
      symbols && name ? findSymbols(symbols, corrected(name, words)) : {records: [], whole: false};
    const ids = [
      ...new Set([...named.records, ...rank(words.map(({matches}) => matches)).map(({id}) => id)]),
    ];
    const marked = [asked, ...words.flatMap(({meant}) => meant)].join(' ');
    const shown = ids.slice(page * HITS_PER_PAGE, (page + 1) * HITS_PER_PAGE);
    const records = await Promise.all(shown.map(async (id) => ({id, record: await bundle.record(id)})));
    const placeOf = ({id, record}: {id: string; record: StoredRecord}) => {
      const phrase = phraseRank(asked, record);
      return named.records.includes(id) ? Math.min(named.whole ? -1 : BEGUN_NAME, phrase) : phrase;
    };
    const hits = records
      .map((found, i) => ({
        found,
        place: placeOf(found),
        order: i + (isReference(found.record) && !named.records.includes(found.id) ? REFERENCE_BEHIND : 0),
      }))
      .sort((a, b) => a.place - b.place || a.order - b.order)
      .map(({found: {id, record}}) => toHit(id, record, marked, snippetWords));
    return {hits, nbHits: ids.length};
  }

  return {
    async search(query, options) {
      try {
        return await find(query, options);
      } catch (error) {
        throw new RetryError(error);
      }
    },
  };
}

import {BUNDLES_PATH, bundleName} from '../site/searchBundles';
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
import {highlightText, snippet} from './highlight';
import {isClose, rank} from './ranking';
import {RetryError} from './retryError';

/** One document that Pagefind found for a word. */
interface Found {
  id: string;
  score: number;
  /** Places of the found words in the document's content. */
  words: number[];
  data(): Promise<{content: string; meta: {record: string}}>;
}

/** What the site uses of Pagefind's browser library. */
interface Pagefind {
  search(term: string): Promise<{results: Found[]}>;
}

const MAX_TOKENS = 16;

function toHit(id: string, record: StoredRecord, query: string, words: number): SearchHit {
  const hierarchy = Object.fromEntries(
    Object.entries(record.hierarchy).map(([level, text]) => [level, text && highlightText(text, query)]),
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
    highlighted: {hierarchy, content: record.content && snippet(record.content, query, words)},
  };
}

/**
 * Looks up a word. Where nothing has it, Pagefind gives what begins a little like it; that counts only while it can be a
 * slip of the pen.
 */
async function lookUp(pagefind: Pagefind, word: string): Promise<Found[]> {
  const {results} = await pagefind.search(word);
  const [first] = results;
  if (!first) {
    return [];
  }
  const words = (await first.data()).content.split(/\s+/);
  return first.words.some((place) => isClose(words[place] ?? '', word)) ? results : [];
}

/**
 * The embedded engine: Pagefind's index of the version that is searched, fetched on first use.
 *
 * @param baseUrl base URL of the site, with slashes at both ends
 */
export function createPagefindEngine(baseUrl: string): SearchEngine {
  const bundles = new Map<string, Promise<Pagefind>>();

  function load(tag: string): Promise<Pagefind> {
    let bundle = bundles.get(tag);
    if (!bundle) {
      const script = `${baseUrl}${BUNDLES_PATH}/${bundleName(tag)}/pagefind.js`;
      bundle = import(/* webpackIgnore: true */ script) as Promise<Pagefind>;
      // A failure must not be remembered: the reader may be online again.
      bundle.catch(() => bundles.delete(tag));
      bundles.set(tag, bundle);
    }
    return bundle;
  }

  async function find(query: string, {tags, page, snippetWords}: SearchOptions): Promise<SearchAnswer> {
    const tokens = queryTokens(query.slice(0, MAX_QUERY_LENGTH)).slice(0, MAX_TOKENS);
    const tag = tags.find((t) => t !== 'default') ?? tags[0];
    if (tokens.length === 0 || !tag) {
      return {hits: [], nbHits: 0};
    }
    const pagefind = await load(tag);
    const answers = await Promise.all(tokens.map(({text}) => lookUp(pagefind, text)));
    const byId = new Map(answers.flat().map((result) => [result.id, result]));
    const ranked = rank(answers.map((results) => ({matches: new Map(results.map((r) => [r.id, r.score]))})));
    const shown = ranked.slice(page * HITS_PER_PAGE, (page + 1) * HITS_PER_PAGE);
    const hits = await Promise.all(
      shown.map(async ({id}) => {
        const {meta} = await byId.get(id)!.data();
        return toHit(id, JSON.parse(meta.record) as StoredRecord, query, snippetWords);
      }),
    );
    return {hits, nbHits: ranked.length};
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

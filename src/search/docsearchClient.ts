import type {DocSearchModalProps} from '@docsearch/react';
import {escapeHtml} from '../site/codeTokens';
import {kindOf} from '../site/searchKind';
import {LEVELS, type Hierarchy, type SearchAnswer, type SearchHit} from '../site/searchTypes';
import {nameOfKind} from './kinds';

type Client = ReturnType<NonNullable<DocSearchModalProps['transformSearchClient']>>;

/** Characters of a text that the list of remembered searches has room for. */
const REMEMBERED_TEXT = 160;

function deepest(hierarchy: Hierarchy): (typeof LEVELS)[number] {
  return LEVELS.findLast((level) => hierarchy[level] !== null) ?? 'lvl1';
}

/**
 * A hit in DocSearch's form. DocSearch groups by `lvl0`, so the page stands there, as text; all else it renders as HTML.
 * A hit goes by its heading, also where the words are in the text below it: DocSearch remembers no others. Its second
 * line would repeat the page's title, which stands above the group, so the text found takes that place.
 */
export function toDocSearchHit({objectID, url, hierarchy, content, type, highlighted}: SearchHit) {
  const page = hierarchy.lvl1 ?? hierarchy.lvl0 ?? '';
  const plain = LEVELS.map((level) => [level, hierarchy[level] && escapeHtml(hierarchy[level])]);
  const marked = {...highlighted.hierarchy};
  const heading = type === 'content' ? deepest(hierarchy) : type;
  const kind = nameOfKind(kindOf(url));
  if (highlighted.signature) {
    marked[heading] = highlighted.signature;
    marked.lvl1 = `${kind} · ${highlighted.content ?? ''}`;
  } else if (heading !== 'lvl1' && highlighted.content) {
    marked.lvl1 = highlighted.content;
  }
  const values = Object.fromEntries(LEVELS.map((level) => [level, {value: marked[level] ?? ''}]));
  return {
    objectID,
    url,
    type: heading,
    hierarchy: {...Object.fromEntries(plain), lvl0: page},
    content: content && escapeHtml(content.slice(0, REMEMBERED_TEXT)),
    _highlightResult: {hierarchy: {lvl0: {value: page}}},
    _snippetResult: {content: {value: highlighted.content ?? ''}, hierarchy: values},
  };
}

/** Puts an engine in the place of the search client that DocSearch makes for itself. */
export function createDocSearchClient(client: Client, ask: (query: string) => Promise<SearchAnswer>): Client {
  const search = async ({requests}: {requests: {query: string; indexName: string}[]}) => {
    const [{query, indexName}] = requests as [(typeof requests)[number]];
    const {hits, nbHits, queryID} = await ask(query);
    return {results: [{index: indexName, query, queryID, nbHits, hits: hits.map(toDocSearchHit)}]};
  };
  return {...client, search: search as unknown as Client['search']};
}

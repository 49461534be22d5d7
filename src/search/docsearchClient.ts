import type {DocSearchModalProps} from '@docsearch/react';
import {EMPTY_HIERARCHY, type Level, type SearchAnswer, type SearchHit} from '../site/searchTypes';

type Client = ReturnType<NonNullable<DocSearchModalProps['transformSearchClient']>>;

const LEVELS = Object.keys(EMPTY_HIERARCHY) as Level[];

/** A hit in DocSearch's form. DocSearch groups by `lvl0`, so the page stands there. */
function toDocSearchHit(hit: SearchHit) {
  const page = (levels: SearchHit['hierarchy']) => ({...levels, lvl0: levels.lvl1 ?? levels.lvl0 ?? ''});
  const highlighted = page(hit.highlighted.hierarchy);
  const values = Object.fromEntries(
    LEVELS.map((level) => [level, {value: highlighted[level] ?? '', matchLevel: 'full'}]),
  );
  const [path, anchor = null] = hit.url.split('#');
  return {
    ...hit,
    hierarchy: page(hit.hierarchy),
    url_without_anchor: path,
    anchor,
    _highlightResult: {hierarchy: values, hierarchy_camel: [values]},
    _snippetResult: {
      content: {value: hit.highlighted.content ?? '', matchLevel: 'full'},
      hierarchy: values,
      hierarchy_camel: [values],
    },
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

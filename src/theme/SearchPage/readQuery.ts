import {MAX_QUERY_LENGTH} from '@site/src/site/searchTypes';

/** The query in the parameter `q` of an address, cut to what a query may have; broken encoding gives what can be read. */
export function readQuery(search: string): string {
  const query = new URLSearchParams(search).get('q') ?? '';
  return [...query.trim()].slice(0, MAX_QUERY_LENGTH).join('');
}

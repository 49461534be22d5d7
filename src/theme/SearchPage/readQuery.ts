import {messageOf} from '@site/src/search/phrases';
import {tagOfVersion} from '@site/src/site/searchTags';
import {MAX_QUERY_LENGTH} from '@site/src/site/searchTypes';
import {VERSIONS} from '@site/src/site/versions';

/** A query as it is asked: without spaces around it, cut to what a query may have; of a long line of a log the message. */
export function cutQuery(query: string): string {
  const asked = query.trim();
  return [...(asked.length > MAX_QUERY_LENGTH ? messageOf(asked) : asked)]
    .slice(0, MAX_QUERY_LENGTH)
    .join('');
}

/** The query in the parameter `q` of an address; broken encoding gives what can be read. */
export function readQuery(search: string): string {
  return cutQuery(new URLSearchParams(search).get('q') ?? '');
}

/** Tag of the version in the parameter `version` of an address, if there is such a version. */
export function readVersionTag(search: string): string | undefined {
  const release = new URLSearchParams(search).get('version');
  const version = VERSIONS.find((v) => v.release === release);
  return version && tagOfVersion(version);
}

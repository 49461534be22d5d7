import {tagOfVersion} from '@site/src/site/searchTags';
import {MAX_QUERY_LENGTH} from '@site/src/site/searchTypes';
import {VERSIONS} from '@site/src/site/versions';

/** The query in the parameter `q` of an address, cut to what a query may have; broken encoding gives what can be read. */
export function readQuery(search: string): string {
  const query = new URLSearchParams(search).get('q') ?? '';
  return [...query.trim()].slice(0, MAX_QUERY_LENGTH).join('');
}

/** Tag of the version in the parameter `version` of an address, if there is such a version. */
export function readVersionTag(search: string): string | undefined {
  const release = new URLSearchParams(search).get('version');
  const version = VERSIONS.find((v) => v.release === release);
  return version && tagOfVersion(version);
}

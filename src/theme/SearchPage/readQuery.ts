import {cleanQuery} from '@site/src/search/cleanQuery';
import {HIT_KINDS, type HitKind} from '@site/src/site/searchKind';
import {tagOfVersion} from '@site/src/site/searchTags';
import {VERSIONS} from '@site/src/site/versions';

/** The query in the parameter `q` of an address; broken encoding gives what can be read. */
export function readQuery(search: string): string {
  return cleanQuery(new URLSearchParams(search).get('q') ?? '');
}

/** Kind of results in the parameter `kind` of an address, if there is such a kind. */
export function readKind(search: string): HitKind | undefined {
  const kind = new URLSearchParams(search).get('kind');
  return HIT_KINDS.find((one) => one === kind);
}

/** Tag of the version in the parameter `version` of an address, if there is such a version. */
export function readVersionTag(search: string): string | undefined {
  const release = new URLSearchParams(search).get('version');
  const version = VERSIONS.find((v) => v.release === release);
  return version && tagOfVersion(version);
}

import type {HitKind} from './searchKind';
import {type SiteVersion, VERSIONS} from './versions';

/** Tag of what belongs to every version: the blog and the site's own pages. */
export const COMMON_TAG = 'default';

/** Tag of a version's pages in a search index; Docusaurus writes it into them. */
export function tagOfVersion({docsVersion}: SiteVersion): string {
  return `docs-default-${docsVersion}`;
}

/** The version whose pages have a tag. */
export function versionOfTag(tag: string): SiteVersion | undefined {
  return VERSIONS.find((version) => tagOfVersion(version) === tag);
}

/** Address of the search page for a query in the version that one of the tags names. */
export function searchPath(query: string, tags: readonly string[], kind?: HitKind): string {
  const version = tags.map(versionOfTag).find(Boolean);
  const params = new URLSearchParams({
    ...(query && {q: query}),
    ...(version && {version: version.release}),
    ...(kind && {kind}),
  });
  return `/search?${params}`;
}

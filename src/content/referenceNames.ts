import {readJson} from './json';
import type {ReferenceNames} from './reference';

/** File with the names that the reference of a release covers, relative to the site. */
export function referenceFile(release: string): string {
  return `data/reference/${release}.json`;
}

/** The names that the reference of a release covers; none where the release has no such file. */
export function readReferenceNames(siteDir: string, release: string): ReferenceNames {
  return readJson<ReferenceNames>(siteDir, referenceFile(release)) ?? {};
}

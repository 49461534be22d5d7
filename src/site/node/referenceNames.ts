import fs from 'node:fs';
import path from 'node:path';
import type {ReferenceNames} from '../reference';

/** File with the names that the reference of a release covers, relative to the site. */
export function referenceFile(release: string): string {
  return `data/reference/${release}.json`;
}

/** The names that the reference of a release covers; none where the release has no such file. */
export function readReferenceNames(siteDir: string, release: string): ReferenceNames {
  const file = path.join(siteDir, referenceFile(release));
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as ReferenceNames) : {};
}

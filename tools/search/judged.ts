import fs from 'node:fs';
import path from 'node:path';
import {LATEST, type SiteVersion, VERSIONS} from '../../src/site/versions';

/** The two halves of the judged queries: one to improve the ranking with, one that only measures it. */
export const HALVES = ['tuning', 'held-out'] as const;
export type Half = (typeof HALVES)[number];

/** Kinds of queries, as readers write them: `variant` in other words, letters or characters, `intent` with what they want. */
export const KINDS = ['word', 'phrase', 'mixed', 'api', 'typo', 'error', 'variant', 'intent'] as const;
export type Kind = (typeof KINDS)[number];

/** A query and the pages that answer it, any of them. */
export interface JudgedQuery {
  kind: Kind;
  query: string;
  /** Paths of pages, all of one version, or of none where the newest is searched. */
  pages: string[];
}

const FOLDER = 'tests/search';

/** Reads the judged queries of one half, `tests/search/<half>/*.json`, a file for each section of the site. */
export function readJudged(siteDir: string, half: Half): JudgedQuery[] {
  const folder = path.join(siteDir, FOLDER, half);
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as JudgedQuery[]);
}

/** The version in which a query is asked: that of the pages expected. */
export function versionOf({pages}: JudgedQuery): SiteVersion {
  const older = VERSIONS.filter((version) => version !== LATEST);
  return older.find((v) => pages.some((page) => page === v.path || page.startsWith(`${v.path}/`))) ?? LATEST;
}

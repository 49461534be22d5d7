/** The pages of the older versions beside the newest, and what of the newest has not reached them. */
import fs from 'node:fs';
import path from 'node:path';
import {CONFLICT} from '../../src/content/checks/frontMatter';
import {contentFiles, type Page, readPage} from '../../src/content/pages';
import {LATEST, type SiteVersion, VERSIONS} from '../../src/site/versions';
import {hunksBetween} from './align';
import {cutPage} from './cut';
import {mergePages, type Merged} from './merge';
import {blobOf, History, readRecord} from './record';

export const OLDER = VERSIONS.filter((version) => version !== LATEST);

/** Part of its pieces that is changed in a page that was rewritten as a whole. */
const REWRITTEN = 1 / 3;

/** An older page with the newest page on the same path. */
export interface Twin {
  version: SiteVersion;
  /** Path in the tree. */
  path: string;
  older: Page;
  newest: Page;
  /** The text of the newest page that the older one was last in step with; undefined where none is recorded or kept. */
  base?: string;
  /** What is recorded. */
  recorded?: string;
}

/** Whether somebody still has to settle what a merge left. */
export const isPending = ({recorded, older}: Twin): boolean =>
  recorded?.includes('..') === true || CONFLICT.test(older.text);

/** How far an older page is behind. */
export interface Lag {
  /** Pieces that carrying would change, conflicts with them. */
  changed: number;
  conflicts: number;
  /** More than a third of the newest page is new. */
  rewritten: boolean;
  merged: Merged;
}

/** How many pieces of a text became others, were added or went. */
function changedPieces(before: string, after: string): number {
  return before === after
    ? 0
    : hunksBetween(cutPage(before), cutPage(after)).reduce(
        (sum, {from, to, start, end}) => sum + Math.max(to - from, end - start),
        0,
      );
}

/** Whether a text became another as a whole. */
export function isRewritten(before: string, after: string): boolean {
  return changedPieces(before, after) > REWRITTEN * cutPage(before).length;
}

/** The sentences that an older page keeps. */
export function keptOn(siteDir: string, release: string, own: string): Set<string> {
  const keeps = readRecord(siteDir, release).keeps.filter(({page}) => page === own);
  return new Set(keeps.map(({sentence}) => sentence));
}

/** Every older page that the newest version has, too. */
export function readTwins(siteDir: string, versions: readonly SiteVersion[] = OLDER): Twin[] {
  const twins = versions.flatMap((version) => {
    const {pages} = readRecord(siteDir, version.release);
    return contentFiles(siteDir, version.directory, /\.mdx?$/).flatMap((file): Twin[] => {
      const own = file.slice(version.directory.length + 1);
      const newest = `${LATEST.directory}/${own}`;
      return fs.existsSync(path.join(siteDir, newest))
        ? [
            {
              version,
              path: own,
              older: readPage(siteDir, file),
              newest: readPage(siteDir, newest),
              recorded: pages[own],
            },
          ]
        : [];
    });
  });
  const baseId = ({recorded}: Twin) => recorded?.split('..')[0];
  const current = new Set(twins.map(({newest}) => newest).map(({text}) => blobOf(text)));
  const wanted = twins.flatMap((twin) => baseId(twin) ?? []).filter((id) => !current.has(id));
  const texts = wanted.length > 0 ? new History(siteDir).blobs(wanted) : new Map<string, string>();
  return twins.map((twin) => {
    const id = baseId(twin);
    const base =
      id === undefined ? undefined : id === blobOf(twin.newest.text) ? twin.newest.text : texts.get(id);
    return {...twin, base};
  });
}

/** What carrying would do to an older page; undefined where nothing is known of the text it was in step with. */
export function lagOf(siteDir: string, {base, older, newest, version, path: own}: Twin): Lag | undefined {
  if (base === undefined) {
    return undefined;
  }
  const keeps = keptOn(siteDir, version.release, own);
  const merge = (newestWins: boolean) =>
    mergePages(older.text, base, newest.text, {release: version.release, keeps, newestWins});
  const merged = merge(false);
  const wanted = merged.conflicts > 0 ? merge(true) : merged;
  return {
    changed: changedPieces(older.text, wanted.text),
    conflicts: merged.conflicts,
    rewritten: isRewritten(base, newest.text),
    merged,
  };
}

/**
 * The older pages that names stand for: a path, or its end, with or without extension; the path of a newest page stands
 * for all its older ones.
 *
 * @throws Error where a name fits no page
 */
export function selectTwins(twins: readonly Twin[], names: readonly string[]): Twin[] {
  const plain = (name: string) =>
    name
      .replace(/\\/g, '/')
      .replace(/^\.\//, '')
      .replace(/\.mdx?$/, '');
  const chosen = names.flatMap((name) => {
    const found = twins.filter(({older, newest}) =>
      [older, newest].some(({file}) => `/${plain(file)}`.endsWith(`/${plain(name)}`)),
    );
    const exact = found.filter(({older, newest}) =>
      [older, newest].some(({file}) => plain(file) === plain(name)),
    );
    if (found.length === 0) {
      throw new Error(
        `没有两个版本都有的页面「${name}」。办法：写站点根目录下的路径，如 docs/tutorial/quick_start.md`,
      );
    }
    return exact.length > 0 ? exact : found;
  });
  return twins.filter((twin) => chosen.includes(twin));
}

/** Pages that are behind by some of their sentences; those whose newest page was rewritten are not among them. */
export function lagging(siteDir: string, twins: readonly Twin[]): Twin[] {
  return twins.filter((twin) => {
    const lag = isPending(twin) ? undefined : lagOf(siteDir, twin);
    return lag !== undefined && lag.changed > 0 && !lag.rewritten;
  });
}

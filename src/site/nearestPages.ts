import {nearest} from './nearest';
import {decode, type ListedPage} from './pageList';
import {LATEST, VERSIONS} from './versions';

/** Folders above a path, the nearest first. */
function foldersOf(path: string): string[] {
  const end = path.lastIndexOf('/');
  return end > 0 ? [path.slice(0, end), ...foldersOf(path.slice(0, end))] : [];
}

/** The release that an address names, and the address that the page has in the newest tree. */
function withoutRelease(path: string): {release?: string; path: string} {
  const named = VERSIONS.find(({release}) => path.split('/').includes(release));
  return named && named !== LATEST
    ? {release: named.release, path: path.replace(`/${named.release}`, '')}
    : {path};
}

/** The pages of each subject: that of the release asked for first, then that of the newest which has one. */
function bySubject(pages: readonly ListedPage[], asked: string | undefined): Map<string, ListedPage[]> {
  const rank = (page: ListedPage) => {
    const {release} = withoutRelease(decode(page.path));
    return release === asked
      ? -1
      : VERSIONS.findIndex((version) => version.release === (release ?? LATEST.release));
  };
  const subjects = new Map<string, ListedPage[]>();
  for (const page of pages) {
    const {path} = withoutRelease(decode(page.path));
    subjects.set(path, [...(subjects.get(path) ?? []), page]);
  }
  subjects.forEach((own) => own.sort((one, other) => rank(one) - rank(other)));
  return subjects;
}

/** Pages with a path most like one that does not exist, best first; then the page of the nearest folder above it. */
export function nearestPages(pathname: string, pages: readonly ListedPage[], count = 5): ListedPage[] {
  const {release, path: wanted} = withoutRelease(decode(pathname).replace(/(\/index)?(\.html?)?\/*$/, ''));
  const subjects = bySubject(pages, release);
  const folder = foldersOf(wanted).find((path) => subjects.has(path));
  const paths = [...nearest(wanted, subjects.keys(), count - 1), ...(folder ? [folder] : [])];
  // Who asked for an old release may be better off with the newest.
  return [...new Set(paths)].flatMap((path) => subjects.get(path)!.slice(0, release ? 2 : 1)).slice(0, count);
}

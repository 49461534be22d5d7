import {nearest} from './nearest';
import {decode, type ListedPage} from './pageList';

/** Folders above a path, the nearest first. */
function foldersOf(path: string): string[] {
  const end = path.lastIndexOf('/');
  return end > 0 ? [path.slice(0, end), ...foldersOf(path.slice(0, end))] : [];
}

/** Pages with a path most like one that does not exist, best first; then the page of the nearest folder above it. */
export function nearestPages(pathname: string, pages: readonly ListedPage[], count = 5): ListedPage[] {
  const wanted = decode(pathname).replace(/(\/index)?(\.html?)?\/*$/, '');
  const byPath = new Map(pages.map((page) => [decode(page.path), page]));
  const folder = foldersOf(wanted).find((path) => byPath.has(path));
  const paths = [...nearest(wanted, byPath.keys(), count - 1), ...(folder ? [folder] : [])];
  return [...new Set(paths)].map((path) => byPath.get(path)!);
}

import type {match} from 'react-router';

interface MatchOptions {
  path?: string;
  exact?: boolean;
}

/** Path of the route for every address that no other one has. */
const ANY = '*';

/** Characters that mean something in the path patterns of react-router. */
const PATTERN = /:\w|[*()\\]/;

/** Whether a route's path is one that {@link matchPath} understands: that of one page, or of what is below it, or any. */
export function isPlain(path: string): boolean {
  return path === ANY || !PATTERN.test(path);
}

/**
 * Matches an address against the path of a route as react-router does, but without patterns, for which that brings a
 * library and a regular expression for every page of the site.
 *
 * @returns null where they do not match
 */
export function matchPath(pathname: string, {path, exact = false}: MatchOptions): match | null {
  if (path === undefined) {
    return null;
  }
  if (path === ANY) {
    return {path, url: pathname, isExact: true, params: {}};
  }
  const start = path.endsWith('/') ? path.slice(0, -1) : path;
  const end = pathname.slice(start.length);
  const isSame = end === '' || end === '/';
  if (
    pathname.length < start.length ||
    (exact ? !isSame : end !== '' && !end.startsWith('/')) ||
    pathname.slice(0, start.length).toLowerCase() !== start.toLowerCase()
  ) {
    return null;
  }
  const url = isSame ? pathname : pathname.slice(0, start.length);
  return {path, url: path === '/' && url === '' ? '/' : url, isExact: pathname === url, params: {}};
}

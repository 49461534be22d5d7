import type {match} from 'react-router';

interface PathOptions {
  path?: string | readonly string[];
  exact?: boolean;
  strict?: boolean;
  sensitive?: boolean;
}

/** Characters that mean something in a path pattern. */
const PATTERN = /[:*?+()[\]{}\\^$|!=<>]/;

/**
 * Matches an address against the path of a page as react-router does, without compiling a regular expression: a site has
 * as many paths as pages, and each navigation asks for them several times.
 *
 * @returns null where they do not match; undefined for what is not the path of one page, such as a pattern
 */
export function matchPlainPath(pathname: string, options: PathOptions): match | null | undefined {
  const {path, exact, strict, sensitive} = options;
  if (!exact || strict || sensitive || typeof path !== 'string' || PATTERN.test(path)) {
    return undefined;
  }
  const without = path.endsWith('/') ? path.slice(0, -1) : path;
  const rest = pathname.length - without.length;
  if (rest < 0 || rest > 1 || (rest === 1 && !pathname.endsWith('/'))) {
    return null;
  }
  const url = rest === 1 ? pathname.slice(0, -1) : pathname;
  if (url !== without && url.toLowerCase() !== without.toLowerCase()) {
    return null;
  }
  return {path, url: path === '/' ? '/' : pathname, isExact: true, params: {}};
}

/** Stands for what can't be decoded: U+FFFD, encoded. */
const REPLACEMENT = '%EF%BF%BD';

/** Whether a path can be decoded; the router throws at one that can't. */
export function isDecodable(pathname: string): boolean {
  try {
    decodeURI(pathname);
    return true;
  } catch {
    return false;
  }
}

/** A path without the parts that can't be decoded; one that can be stays as it is. */
export function repairAddress(pathname: string): string {
  return pathname.replace(/(?:%[\da-f]{2})+|%/gi, (part) => (isDecodable(part) ? part : REPLACEMENT));
}

/** The ways in which a route may spell a path: as it is, and decoded where that is possible. */
export function spellings(pathname: string): string[] {
  return isDecodable(pathname) ? [pathname, decodeURI(pathname)] : [pathname];
}

/** Address of a page as the server has it: the docs plugin writes main pages of folders with a slash at the end. */
export function withoutTrailingSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '');
}

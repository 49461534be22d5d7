/** Characters of the words to search for. */
const MOST = 64;

/** A page as the page of missing pages lists it. */
export interface ListedPage {
  path: string;
  title: string;
  /** Release that it is about; posts and other pages have none. */
  release?: string;
}

/** Parts of paths that say nothing about what somebody looks for. */
const NO_WORD = /^(docs|blog|tags|index|html?|404|v?\d+(\.\d+)*)?$/i;

/** Decodes an address, or leaves it where it can't be decoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Words of a path with which to search for what may have been meant by it. */
export function searchWords(pathname: string, baseUrl: string): string {
  const path = pathname.startsWith(baseUrl) ? pathname.slice(baseUrl.length) : pathname;
  const words = decode(path)
    .split('/')
    .filter((part) => !NO_WORD.test(part))
    .flatMap((part) => part.replace(/\.html?$/, '').split(/[^\p{L}\p{N}+]+/u))
    .filter((word) => !NO_WORD.test(word));
  return [...new Set(words)].join(' ').slice(0, MOST).trim();
}

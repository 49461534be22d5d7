import {LATEST, type SiteVersion, VERSIONS} from '@site/src/site/versions';

/** Which page is compared in which two versions. */
export interface Comparison {
  /** Address of the page in the newest version below the base URL, e.g. `/docs/tutorial/uma`. */
  page: string;
  from: SiteVersion;
  to: SiteVersion;
}

/** What an address asks for; `invalid` says which of its parameters is at fault. */
export type ComparisonQuestion =
  | {state: 'none'}
  | {state: 'invalid'; parameter: 'page' | 'from' | 'to' | 'same'; value: string}
  | {state: 'asked'; comparison: Comparison};

const PAGE = /^\/docs(?:\/[\w-][\w.-]*)*$/;

/** A page of the documentation without its version; undefined for everything else, addresses of other sites with it. */
export function readPagePath(text: string): string | undefined {
  const path = text
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/(?:\/index)?(?:\.html)?\/*$/, '');
  if (!PAGE.test(path)) {
    return undefined;
  }
  const older = VERSIONS.find((version) => version !== LATEST && `${path}/`.startsWith(`${version.path}/`));
  return older ? LATEST.path + path.slice(older.path.length) : path;
}

/** Address of a page in a version, below the base URL. */
export function pageIn({path}: SiteVersion, page: string): string {
  return path + page.slice(LATEST.path.length);
}

/** The version before another; of the oldest, the one after it. */
function neighbour(version: SiteVersion): SiteVersion {
  const at = VERSIONS.indexOf(version);
  return VERSIONS[at + 1] ?? VERSIONS[at - 1]!;
}

/** Reads the parameters `page`, `from` and `to` of an address; without `to` the newest version counts. */
export function readComparison(search: string): ComparisonQuestion {
  const parameters = new URLSearchParams(search);
  const get = (name: string) => parameters.get(name)?.trim() ?? '';
  const [written, from, to] = [get('page'), get('from'), get('to')];
  if (!written) {
    return {state: 'none'};
  }
  const page = readPagePath(written);
  if (page === undefined) {
    return {state: 'invalid', parameter: 'page', value: written};
  }
  const versionOf = (release: string) => VERSIONS.find((version) => version.release === release);
  const young = to ? versionOf(to) : VERSIONS.find(({release}) => release !== from)!;
  if (!young) {
    return {state: 'invalid', parameter: 'to', value: to};
  }
  const old = from ? versionOf(from) : neighbour(young);
  if (!old) {
    return {state: 'invalid', parameter: 'from', value: from};
  }
  return old === young
    ? {state: 'invalid', parameter: 'same', value: from}
    : {state: 'asked', comparison: {page, from: old, to: young}};
}

/** Number of the change that a fragment names, from 1. */
export function readChange(hash: string): number | undefined {
  const number = /^#change-([1-9]\d{0,5})$/.exec(hash)?.[1];
  return number === undefined ? undefined : Number(number);
}

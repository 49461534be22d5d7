import type {SearchConfig} from '../site/searchConfig';

/** Which results leave the site, and how the paths of the others are changed. */
export type ResultUrlRules = Pick<SearchConfig, 'externalUrlRegex' | 'replaceSearchResultPathname'>;

/** Whether a result leaves the site. */
export function isExternal(url: string, {externalUrlRegex}: ResultUrlRules): boolean {
  return externalUrlRegex !== undefined && /^https?:/.test(url) && new RegExp(externalUrlRegex).test(url);
}

/**
 * Where a result of the hosted index leads: its own address where that leaves the site, else its path, since the index
 * may have been filled from another deployment.
 *
 * @param url address in the index, in full or from the root of the site
 */
export function toResultUrl(url: string, rules: ResultUrlRules): string {
  if (isExternal(url, rules)) {
    return url;
  }
  const {pathname, search, hash} = new URL(url, 'https://site.invalid');
  const {replaceSearchResultPathname: replace} = rules;
  // The theme has made a regular expression of what was configured as a text.
  const path = replace ? pathname.replace(new RegExp(replace.from, 'g'), () => replace.to) : pathname;
  return path + search + hash;
}

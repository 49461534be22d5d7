import {linkedPath} from '../../content/pageAddress';
import type {Page} from '../../content/pages';
import {maskCode} from '../../content/prose';
import {findRecord, sourceTarget, sourceUrl, symbolOf} from '../../content/sourceLinks';
import {readSourceRecords} from '../../content/sourceRecords';
import {getVersion} from '../../site/versions';

/** Where the site is: its folder, and its address without a slash at its end. */
export interface SitePlace {
  siteDir: string;
  url: string;
}

/** A link or picture from the bracket that ends its text, or the definition of one. */
const TARGET = /(\]\(\s*<?|^\s*\[[^\]]+\]:\s*<?)([^\s()<>]+(?:\([^\s()<>]*\)[^\s()<>]*)*)/g;

const HTML_TARGET = /(\b(?:href|src)=")([^"]+)/g;

/** Address of the line of TVM's source that a link with this text leads to. */
function lineOfSource(siteDir: string, {release}: Page, target: string, text: string): string | undefined {
  const symbol = symbolOf(text.replace(/^`+|`+$/g, ''));
  const found = release && findRecord(readSourceRecords(siteDir, release), {target, symbol});
  return found ? sourceUrl(getVersion(release).tag, target, found) : undefined;
}

/** What a target on a page is called from anywhere. */
function absolute({siteDir, url}: SitePlace, page: Page, own: string, target: string, text: string): string {
  const source = sourceTarget(target);
  if (source !== undefined) {
    return lineOfSource(siteDir, page, decodeURI(source), text) ?? target;
  }
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(target)) {
    return target;
  }
  if (target.startsWith('#')) {
    return own + target;
  }
  if (target.startsWith('/')) {
    return url + target;
  }
  const [, file, rest = ''] = /^([^?#]+)(.*)$/.exec(target) ?? [];
  return file && /\.mdx?$/.test(file) ? url + linkedPath(siteDir, page, file) + rest : target;
}

/**
 * A line of a page's prose with the targets of its links and pictures made absolute.
 *
 * @param own address of the page
 */
export function absoluteLinks(site: SitePlace, page: Page, own: string, line: string): string {
  if (!/\]\(|\]:|(?:href|src)="/.test(line)) {
    return line;
  }
  const masked = maskCode(line);
  const found = [...masked.matchAll(TARGET), ...masked.matchAll(HTML_TARGET)].sort(
    (a, b) => a.index - b.index,
  );
  let result = '';
  let end = 0;
  for (const {index, 1: head, 2: target} of found) {
    const start = index + head!.length;
    const text = line.slice(line.lastIndexOf('[', index) + 1, index);
    result += line.slice(end, start) + absolute(site, page, own, target!, text);
    end = start + target!.length;
  }
  return result + line.slice(end);
}

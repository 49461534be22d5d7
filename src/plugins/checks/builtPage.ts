import {decodeHTML, decodeHTMLAttribute} from 'entities';

/** What the checks need to know of a page as it was built. */
export interface BuiltPage {
  /** Names that a fragment can point to. */
  anchors: Set<string>;
  /** Where links lead, as written. */
  links: Set<string>;
  /** Pictures, styles, scripts and other files that the page loads, as written. */
  files: Set<string>;
  /** Ids that stand on it more than once. */
  repeatedIds: Set<string>;
  /** Number of its headings of the first level. */
  headings: number;
  lang?: string;
  title?: string;
  description?: string;
  canonical?: string;
  /** Where a page leads that only sends readers elsewhere. */
  redirect?: string;
}

const VALUE = `\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`;
const SCRIPTS = /(<(script|style)\b(?:"[^"]*"|'[^']*'|[^"'>])*>)[\s\S]*?(?=<\/\2>)/gi;
const TAG =
  /<(html|h1|a|area|img|source|track|embed|input|video|audio|iframe|script|link|meta)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>|<title\b[^>]*>([^<]*)/gi;
// Only in a tag: what a page says of HTML in its text is no id.
const ANY_VALUE = VALUE.replace(/\((?!\?)/g, '(?:');
const ID = new RegExp(`<[a-z][\\w-]*(?:\\s+[^\\s"'<>/=]+(?:${ANY_VALUE})?)*?\\s+id${VALUE}`, 'gi');
const ATTRIBUTE = new RegExp(`([^\\s"'>/=]+)(?:${VALUE})?`, 'g');
// What these point to is an address of this or another site, not something that the page loads.
const NOT_LOADED = /\b(canonical|alternate|search|prev|next)\b/;

function attributes(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name, a, b, c]) => [
      name!.toLowerCase(),
      decodeHTMLAttribute(a ?? b ?? c ?? ''),
    ]),
  );
}

function candidates(srcset: string): string[] {
  return srcset.split(',').map((candidate) => candidate.trim().split(/\s+/)[0]!);
}

/**
 * Reads a page that Docusaurus has written. It looks only at the tags that matter: a build has more than a hundred
 * megabytes of HTML, most of it highlighted code, and parsing it all would take longer than any other check. This is safe
 * on the output of a serialiser, where `<` in text is always escaped.
 */
export function readBuiltPage(source: string): BuiltPage {
  const html = source.replace(SCRIPTS, '$1');
  const page: BuiltPage = {
    anchors: new Set(),
    repeatedIds: new Set(),
    headings: 0,
    links: new Set(),
    files: new Set(),
  };
  for (const [, a, b, c] of html.matchAll(ID)) {
    const id = decodeHTMLAttribute(a ?? b ?? c!);
    (page.anchors.has(id) ? page.repeatedIds : page.anchors).add(id);
  }
  for (const [, tag, text, title] of html.matchAll(TAG)) {
    if (tag === undefined) {
      page.title ??= decodeHTML(title!).trim();
      continue;
    }
    const get = attributes(text!);
    switch (tag.toLowerCase()) {
      case 'html':
        page.lang = get.get('lang');
        break;
      case 'h1':
        page.headings += 1;
        break;
      case 'a':
      case 'area':
        if (get.has('name')) {
          page.anchors.add(get.get('name')!);
        }
        if (get.has('href')) {
          page.links.add(get.get('href')!);
        }
        break;
      case 'meta':
        if (get.get('name') === 'description') {
          page.description = get.get('content')?.trim();
        } else if (get.get('http-equiv') === 'refresh') {
          page.redirect = get.get('content')?.replace(/^.*?url=/i, '');
        }
        break;
      case 'link':
        if (get.get('rel') === 'canonical') {
          page.canonical = get.get('href');
        }
        if (get.has('href') && !NOT_LOADED.test(get.get('rel') ?? '')) {
          page.files.add(get.get('href')!);
        }
        break;
      default:
        for (const file of [get.get('src'), get.get('poster'), ...candidates(get.get('srcset') ?? '')]) {
          if (file) {
            page.files.add(file);
          }
        }
    }
  }
  return page;
}

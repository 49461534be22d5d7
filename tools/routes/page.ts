import {Parser} from 'htmlparser2';

/** What the checks look at in the HTML of a page, read by a full parser. */
export interface Page {
  lang?: string;
  title: string;
  description?: string;
  canonical?: string;
  /** Where a redirect page leads. */
  redirect?: string;
  headings: number;
  /** Every id, as often as it stands there. */
  ids: string[];
  /** Names that a fragment can point to. */
  anchors: Set<string>;
  links: string[];
  /** Scripts, styles, pictures and other files that the page loads. */
  files: string[];
}

const LOADED =
  /^(stylesheet|icon|preload|modulepreload|manifest|mask-icon|apple-touch-icon|preconnect|dns-prefetch|prefetch)$/;

/** Reads the HTML of a page. */
export function readPage(html: string): Page {
  const page: Page = {title: '', headings: 0, ids: [], anchors: new Set(), links: [], files: []};
  let inTitle = false;
  let svg = 0;
  const parser = new Parser({
    onopentag(name, {id, href, src, srcset, poster, rel, content, ...attributes}) {
      if (id !== undefined) {
        page.ids.push(id);
        page.anchors.add(id);
      }
      const loaded = [src, poster, ...(srcset ?? '').split(',').map((part) => part.trim().split(/\s+/)[0])];
      page.files.push(...loaded.filter((file): file is string => Boolean(file)));
      switch (name) {
        case 'html':
          page.lang = attributes.lang;
          break;
        case 'svg':
          svg += 1;
          break;
        case 'title':
          inTitle = svg === 0;
          break;
        case 'h1':
          page.headings += 1;
          break;
        case 'meta':
          if (attributes.name === 'description') {
            page.description = content?.trim();
          } else if (attributes['http-equiv'] === 'refresh') {
            page.redirect = content?.replace(/^.*?url=/i, '');
          }
          break;
        case 'link':
          if (rel === 'canonical') {
            page.canonical = href;
          } else if (href && LOADED.test(rel ?? '')) {
            page.files.push(href);
          }
          break;
        case 'a':
          if (attributes.name) {
            page.anchors.add(attributes.name);
          }
          if (href !== undefined) {
            page.links.push(href);
          }
          break;
      }
    },
    ontext(text) {
      if (inTitle) {
        page.title += text;
      }
    },
    onclosetag(name) {
      inTitle &&= name !== 'title';
      svg -= name === 'svg' ? 1 : 0;
    },
  });
  parser.end(html);
  page.title = page.title.trim();
  return page;
}

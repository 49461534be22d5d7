import {DomUtils, parseDocument} from 'htmlparser2';
import type {TakeAwayTexts} from '../../src/plugins/take-away/texts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, {attribs: unknown}>;

/** A page of the book. */
export interface Chapter {
  /** Address of the page below the host. */
  path: string;
  /** The built page. */
  html: string;
}

export interface Book {
  title: string;
  /** Address of the site, where links out of the book lead. */
  site: string;
  chapters: readonly Chapter[];
  texts: Pick<TakeAwayTexts, 'contents' | 'figure'>;
}

/** What belongs to the screen. */
const LEFT_OUT = new Set([
  'take-away',
  'hash-link',
  'code-actions',
  'theme-doc-toc-mobile',
  'code-unfold',
  'api-filter',
]);
const LEFT_OUT_TAGS = new Set(['script', 'nav']);

const classesOf = ({attribs}: Element) => (attribs.class ?? '').split(/\s+/);

const isElement = (node: Node): node is Element => 'attribs' in node;

function findAll(test: (element: Element) => boolean, within: Node): Element[] {
  return DomUtils.filter((node) => isElement(node) && test(node), within) as Element[];
}

const first = (html: string): Element => parseDocument(html).children.find(isElement)!;

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The text of a page with its title; undefined where the page has none. */
function articleOf(html: string): Element | undefined {
  const [article] = findAll(
    (element) => classesOf(element).includes('theme-doc-markdown'),
    parseDocument(html) as never,
  );
  return article;
}

/** Name that an anchor of a page has in the book, where all pages share one list of names. */
export function bookAnchor(chapter: number, anchor: string): string {
  return anchor ? `p${chapter + 1}-${anchor}` : `p${chapter + 1}`;
}

/** Where a link of a page leads from the book: to a place in it, else to the site. */
export function bookLink(href: string, at: number, {site, chapters}: Book): string {
  const base = new URL(chapters[at]!.path, 'http://book.invalid');
  const target = new URL(href, base);
  if (target.origin !== base.origin) {
    return href;
  }
  const found = chapters.findIndex(({path}) => path === target.pathname);
  return found === -1
    ? new URL(target.pathname + target.search + target.hash, site).href
    : `#${bookAnchor(found, decodeURIComponent(target.hash.slice(1)))}`;
}

/** Numbers the figures of a page, each with what it shows below it. */
function numberFigures(article: Element, chapter: number, {texts}: Book): void {
  const isChart = (element: Element) =>
    element.name === 'figure' && classesOf(element).includes('code--chart');
  const isPicture = (element: Element) => classesOf(element).includes('zoomable');
  findAll((element) => isChart(element) || isPicture(element), article).forEach((element, i) => {
    const number = escape(texts.figure(`${chapter + 1}-${i + 1}`));
    if (isChart(element)) {
      const [caption] = findAll(({name}) => name === 'figcaption', element);
      const label = first(`<b class="figure-number">${number}</b>`);
      if (caption) {
        DomUtils.prepend(caption.children[0] ?? caption, label);
      } else {
        DomUtils.prependChild(element, label);
      }
      return;
    }
    const [picture] = findAll(({name}) => name === 'img', element);
    delete picture!.attribs.loading;
    const figure = first(
      `<figure class="book-figure"><figcaption><b class="figure-number">${number}</b>${escape(picture!.attribs.alt ?? '')}</figcaption></figure>`,
    );
    DomUtils.replaceElement(element, figure);
    DomUtils.prependChild(figure, picture!);
  });
}

function numberTitle(article: Element, at: number): string {
  const [title] = findAll(({name}) => name === 'h1', article);
  const text = title ? DomUtils.textContent(title) : '';
  if (title) {
    title.attribs.id = '';
    DomUtils.prependChild(title, first(`<span>${at + 1}\u3000</span>`));
  }
  return text;
}

/** A page as a chapter: without what belongs to the screen, unfolded, its figures numbered, its links within the book. */
function chapterOf(
  article: Element,
  at: number,
  book: Book,
): {title: string; sections: [id: string, text: string][]; html: string} {
  findAll(
    (element) => LEFT_OUT_TAGS.has(element.name) || classesOf(element).some((one) => LEFT_OUT.has(one)),
    article,
  ).forEach((element) => DomUtils.removeElement(element));
  numberFigures(article, at, book);
  findAll(({name}) => name === 'button', article).forEach((element) => DomUtils.removeElement(element));
  const title = numberTitle(article, at);
  for (const element of findAll(() => true, article)) {
    const {attribs, name} = element;
    if (attribs.id !== undefined) {
      attribs.id = bookAnchor(at, attribs.id);
    }
    if (name === 'a' && attribs.href) {
      attribs.href = bookLink(attribs.href, at, book);
    }
    if (name === 'details') {
      attribs.open = '';
    }
  }
  const sections = findAll(({name}) => name === 'h2', article).map((heading): [string, string] => [
    heading.attribs.id ?? '',
    DomUtils.textContent(heading).replace(/\u200b/g, ''),
  ]);
  return {title, sections, html: DomUtils.getOuterHTML(article, {encodeEntities: 'utf8'})};
}

const STYLE = `
  body { padding: 0; }
  .book-cover { break-after: page; padding-top: 30vh; text-align: center; }
  .book-contents { break-after: page; }
  .book-contents ol { list-style: none; padding-left: 1.5em; }
  .book-chapter { break-before: page; }
  .book-figure { break-inside: avoid; margin: 1rem 0; text-align: center; }
  .book-figure img { max-height: 80vh; }
  .book-figure figcaption { font-size: 0.85em; }
  .figure-number { margin-right: 0.75em; }
  pre, pre code { white-space: pre-wrap !important; overflow-wrap: anywhere; }
`;

function stylesOf(html: string): string {
  return findAll(
    ({name, attribs}) => name === 'link' && attribs.rel === 'stylesheet',
    parseDocument(html) as never,
  )
    .map((link) => DomUtils.getOuterHTML(link))
    .join('');
}

/** The pages as one document to print: a cover, contents that lead to each heading, the chapters. */
export function composeBook(book: Book): string {
  const chapters = book.chapters.flatMap(({html}, at) => {
    const article = articleOf(html);
    return article ? [{at, ...chapterOf(article, at, book)}] : [];
  });
  const link = (id: string, text: string) => `<a href="#${escape(id)}">${escape(text)}</a>`;
  const contents = chapters.map(({at, title, sections}) => {
    const inner = sections.map(([id, text]) => `<li>${link(id, text)}</li>`).join('');
    return `<li>${link(bookAnchor(at, ''), `${at + 1}\u3000${title}`)}<ol>${inner}</ol></li>`;
  });
  const body = chapters.map(
    ({at, html}) => `<section class="book-chapter" id="${bookAnchor(at, '')}-chapter">${html}</section>`,
  );
  return `<!doctype html><html lang="zh-Hans" data-theme="light"><head><meta charset="UTF-8"><title>${escape(book.title)}</title>${stylesOf(book.chapters[0]?.html ?? '')}<style>${STYLE}</style></head><body class="markdown">
<section class="book-cover"><p class="book-title" style="font-size:2.5em">${escape(book.title)}</p><p>${escape(book.site)}</p></section>
<section class="book-contents"><h2>${escape(book.texts.contents())}</h2><ol>${contents.join('')}</ol></section>
${body.join('\n')}
</body></html>`;
}

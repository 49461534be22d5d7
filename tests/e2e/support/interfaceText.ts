import {Parser} from 'htmlparser2';

/** What holds words of the content: articles, their titles wherever those are listed, what home shows of one, and authors. */
const CONTENT_CLASSES = [
  'markdown',
  'theme-doc-sidebar-menu',
  'table-of-contents',
  'breadcrumbs',
  'pagination-nav__label',
  'theme-last-updated',
  'code--chart',
];
const HIDDEN_TAGS = ['script', 'style', 'template', 'noscript', 'head'];
const ATTRIBUTES = ['aria-label', 'title', 'alt', 'placeholder'];

function isContent(name: string, attributes: Record<string, string>): boolean {
  const classes = (attributes.class ?? '').split(/\s+/);
  return (
    HIDDEN_TAGS.includes(name) ||
    name === 'pre' ||
    'data-article' in attributes ||
    CONTENT_CLASSES.some((content) => classes.includes(content))
  );
}

/** The words of the interface in the HTML of a page: text and names of controls, without the content. */
export function interfaceText(html: string): string[] {
  const found = new Set<string>();
  let inContent = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (inContent > 0 || isContent(name, attributes)) {
        inContent += 1;
      } else {
        ATTRIBUTES.forEach((attribute) => found.add((attributes[attribute] ?? '').trim()));
      }
    },
    ontext(text) {
      if (inContent === 0) {
        found.add(text.trim());
      }
    },
    onclosetag() {
      inContent = Math.max(0, inContent - 1);
    },
  });
  parser.end(html);
  return [...found].filter(Boolean);
}

/** Whether text has letters and none of them is a Han character. */
export function isForeign(text: string): boolean {
  return /\p{Letter}/u.test(text) && !/\p{Script=Han}/u.test(text);
}

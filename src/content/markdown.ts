import {createRequire} from 'node:module';
import type {Definition, Html, Image, Link, Root} from 'mdast';
import type * as unifiedModule from 'unified';
import type * as visitModule from 'unist-util-visit';
import {decodeHTML} from 'entities';

/** An address that a Markdown file refers to. */
export interface Reference {
  url: string;
  line: number;
  image: boolean;
}

interface JsxElement {
  type: 'mdxJsxFlowElement' | 'mdxJsxTextElement';
  attributes: {type: string; name?: string; value?: unknown}[];
}

/**
 * Loads the Markdown parser. Only a fault needs it, and Docusaurus's loader of TypeScript would compile each of its hundred
 * modules; Node's own `require` takes them as they are.
 */
function loadParser() {
  const load = createRequire(__filename);
  const plugin = (name: string) => (load(name) as {default: unifiedModule.Plugin}).default;
  return {
    unified: (load('unified') as typeof unifiedModule).unified,
    visit: (load('unist-util-visit') as typeof visitModule).visit,
    base: ['remark-parse', 'remark-frontmatter', 'remark-gfm', 'remark-math', 'remark-directive'].map(plugin),
    mdx: plugin('remark-mdx'),
  };
}

const ADDRESS_ATTRIBUTES = new Set(['href', 'to', 'src', 'poster']);
const HTML_ADDRESS = /\b(href|to|src|poster)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

function inHtml({value}: Html, firstLine: number): Reference[] {
  return [...value.matchAll(HTML_ADDRESS)].map((match) => ({
    url: decodeHTML(match[2] ?? match[3] ?? match[4] ?? ''),
    line: firstLine + value.slice(0, match.index).split('\n').length - 1,
    image: match[1] === 'src',
  }));
}

function inJsx({attributes}: JsxElement, line: number): Reference[] {
  return attributes
    .filter(({name, value}) => name && ADDRESS_ATTRIBUTES.has(name) && typeof value === 'string')
    .map(({name, value}) => ({url: value as string, line, image: name === 'src'}));
}

/** Parses Markdown of the site as Docusaurus does, as MDX; what is not valid MDX, on which Docusaurus stops, as plain. */
export function parseMarkdown(text: string, mdx = true): Root {
  try {
    if (mdx) {
      return parseStrictly(text);
    }
  } catch {
    // The checks tell what is wrong with it; the rest can be read all the same.
  }
  const {unified, base} = loadParser();
  return unified().use(base).parse(text) as Root;
}

/**
 * Parses a page as Docusaurus does, as MDX.
 *
 * @throws VFileMessage where it is none, with line, column and reason
 */
export function parseStrictly(text: string): Root {
  const {unified, base, mdx} = loadParser();
  return unified()
    .use([...base, mdx])
    .parse(text) as Root;
}

/** What KaTeX says against a formula; undefined where it can be set. */
export function renderFormula(formula: string): string | undefined {
  const katex = createRequire(__filename)('katex') as {
    renderToString(formula: string, options: object): string;
  };
  try {
    katex.renderToString(formula, {throwOnError: true, strict: 'ignore'});
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/^KaTeX parse error: /, '');
  }
}

/** Finds every address that a page refers to: links, images, definitions and attributes of JSX or HTML. */
export function readReferences(text: string): Reference[] {
  const root = parseMarkdown(text);
  const {visit} = loadParser();
  const references: Reference[] = [];
  visit(root, (node) => {
    const line = node.position?.start.line ?? 1;
    switch (node.type as string) {
      case 'link':
      case 'definition':
      case 'image':
        references.push({
          url: (node as Link | Definition | Image).url,
          line,
          image: node.type === 'image',
        });
        break;
      case 'html':
        references.push(...inHtml(node as Html, line));
        break;
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        references.push(...inJsx(node as unknown as JsxElement, line));
        break;
    }
  });
  return references;
}

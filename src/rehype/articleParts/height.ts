import type {Element, Nodes} from 'hast';

/** Widths of the text, in characters of a Han face: of a phone's, and of the measure that `--site-measure` sets. */
export const COLUMNS = {narrow: 23, wide: 41} as const;

/** Pixels, as `src/css` sets them at the usual size of text. */
const LINE = 28;
const CODE_LINE = 22.4;
const CODE_ROOM = 46;
const CODE_NOTE = 32;
const FOLDED_CODE = 485;
const BLOCK_GAP = 18;
const ITEM_GAP = 4;
const CELL_LINE = 22.4;
const CELL_ROOM = 25;
const SUMMARY = 64;
const ADMONITION_ROOM = 84;
const FORMULA = 68;

/** Widths in characters of a Han face. */
const INDENT = 2;
const LEAST_CELL = 6;
const LATIN_WIDTH = 0.54;

const WIDE = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]/g;

/** An element of MDX. */
interface Jsx {
  type: 'mdxJsxFlowElement' | 'mdxJsxTextElement';
  name: string | null;
  attributes: {name?: string; value?: unknown}[];
  children: Nodes[];
}

/** Name of an element, of HTML or of MDX. */
export function nameOf(node: Nodes): string {
  return node.type === 'element' ? node.tagName : ((node as unknown as Partial<Jsx>).name ?? '');
}

/** Value of an element's property or attribute, where it is plain text or a number. */
export function valueOf(node: Nodes, name: string): string | undefined {
  const value =
    node.type === 'element'
      ? node.properties[name]
      : (node as unknown as Partial<Jsx>).attributes?.find((attribute) => attribute.name === name)?.value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function childrenOf(node: Nodes): Nodes[] {
  return 'children' in node ? node.children : [];
}

function hasClass(node: Nodes, name: string): boolean {
  return ([] as unknown[]).concat((node as Partial<Element>).properties?.className ?? []).includes(name);
}

/** Width of text in characters of a Han face. */
function widthOf(node: Nodes): number {
  if (node.type === 'text') {
    const text = node.value.trim();
    const wide = text.match(WIDE)?.length ?? 0;
    return wide + (text.length - wide) * LATIN_WIDTH;
  }
  const shown = childrenOf(node).filter((child) => !hasClass(child, 'katex-mathml'));
  return shown.reduce((sum, child) => sum + widthOf(child), 0);
}

const countLines = (node: Nodes, columns: number) => Math.max(1, Math.ceil(widthOf(node) / columns));

const total = (nodes: readonly Nodes[], columns: number) =>
  nodes.reduce((sum, node) => sum + estimateHeight(node, columns), 0);

function codeHeight(node: Nodes): number {
  const notes = ['title', 'role', 'norun'].filter((name) => valueOf(node, name) !== undefined).length;
  const lines = Number(valueOf(node, 'lines'));
  const isFolded = (node as unknown as Jsx).attributes.some(({name}) => name === 'fold');
  return (isFolded ? FOLDED_CODE : lines * CODE_LINE + CODE_ROOM) + notes * CODE_NOTE;
}

function findAll(node: Nodes, name: string): Nodes[] {
  return childrenOf(node).flatMap((child) => (nameOf(child) === name ? [child] : findAll(child, name)));
}

function tableHeight(table: Nodes, columns: number): number {
  const rows = findAll(table, 'tr').map((row) =>
    childrenOf(row).filter((cell) => ['th', 'td'].includes(nameOf(cell))),
  );
  const count = Math.max(...rows.map((cells) => cells.length));
  const widest = Array.from({length: count}, (_, i) =>
    Math.max(LEAST_CELL, ...rows.map((cells) => (cells[i] ? widthOf(cells[i]) : 0))),
  );
  const share = Math.min(1, (columns * 1.15) / widest.reduce((sum, width) => sum + width, 0));
  const widths = widest.map((width) => Math.max(LEAST_CELL, width * share));
  const heights = rows.map(
    (cells) => Math.max(...cells.map((cell, i) => countLines(cell, widths[i]!))) * CELL_LINE + CELL_ROOM,
  );
  return heights.reduce((sum, height) => sum + height, 0) + BLOCK_GAP;
}

function listHeight(list: Nodes, columns: number): number {
  const items = childrenOf(list).filter((child) => nameOf(child) === 'li');
  const heights = items.map((item) => blocksHeight(item, columns - INDENT) + ITEM_GAP);
  return heights.reduce((sum, height) => sum + height, 0) + BLOCK_GAP;
}

const BLOCKS = new Set([
  'p',
  'ul',
  'ol',
  'dl',
  'dd',
  'dt',
  'table',
  'blockquote',
  'details',
  'div',
  'section',
]);
const isBlock = (node: Nodes) => BLOCKS.has(nameOf(node)) || node.type === ('mdxJsxFlowElement' as string);

/** Height of what holds either blocks or text, or text and then blocks. */
function blocksHeight(node: Nodes, columns: number): number {
  const children = childrenOf(node);
  const first = children.findIndex(isBlock);
  if (first < 0) {
    return countLines(node, columns) * LINE;
  }
  const text = {type: 'root', children: children.slice(0, first)} as Nodes;
  return (widthOf(text) > 0 ? countLines(text, columns) * LINE : 0) + total(children.slice(first), columns);
}

function imageHeight(image: Nodes, columns: number): number {
  const [width, height] = [Number(valueOf(image, 'width')), Number(valueOf(image, 'height'))];
  const room = columns * 17;
  return height > 0 ? height * Math.min(1, room / width) + BLOCK_GAP : LINE * 10;
}

/**
 * About how high a block of an article is, without rendering it.
 *
 * @param columns width of the text, in characters of a Han face
 * @returns pixels, with the room below it
 */
export function estimateHeight(node: Nodes, columns: number): number {
  const [image] = findAll(node, 'img');
  switch (nameOf(node)) {
    case '':
      return 0;
    case 'CodeFence':
      return codeHeight(node);
    case 'CodeCompare':
      return total(childrenOf(node), columns);
    case 'table':
      return tableHeight(node, columns);
    case 'ul':
    case 'ol':
      return listHeight(node, columns);
    case 'details':
    case 'GoneNames':
      return SUMMARY;
    case 'admonition':
      return ADMONITION_ROOM + total(childrenOf(node), columns - INDENT);
    case 'p':
      if (image) {
        return imageHeight(image, columns);
      }
      return childrenOf(node).some((child) => hasClass(child, 'katex-display'))
        ? FORMULA
        : countLines(node, columns) * LINE + BLOCK_GAP;
    default:
      return blocksHeight(node, columns) + BLOCK_GAP;
  }
}

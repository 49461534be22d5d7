import type {Nodes} from 'hast';
import type {ChartDrawing} from '../../site/charts';

/** An element of MDX. */
interface Jsx {
  name: string | null;
  attributes: {name?: string; value?: unknown}[];
}

/** Pixels: a line of text or code, the row above code, the part shown of a long block of code, and the room below a
    block and below a row of a table or a list, and a row of a chart. */
const LINE = 28;
const CODE_LINE = 22.4;
const CODE_CAPTION = 38;
const LONG_CODE = 485;
const GAP = 18;
const ROW_GAP = 6;
const CHART_ROW = 42;

/** Blocks that begin a line of their own. */
const ROWS = new Set(['li', 'tr', 'p', 'summary']);

/** Name of an element, of HTML or of MDX. */
export function nameOf(node: Nodes): string {
  return node.type === 'element' ? node.tagName : ((node as unknown as Partial<Jsx>).name ?? '');
}

/** An attribute of a component of MDX; null where it is there without a value. */
function attributeOf(node: Nodes, name: string): unknown {
  return (node as unknown as Partial<Jsx>).attributes?.find((attribute) => attribute.name === name)?.value;
}

/** What an element is for, where it says so, such as `output`. */
export function roleOf(node: Nodes): unknown {
  return attributeOf(node, 'role');
}

function textLength(node: Nodes): number {
  if (node.type === 'text') {
    return node.value.length;
  }
  return 'children' in node ? node.children.reduce((sum, child) => sum + textLength(child), 0) : 0;
}

/**
 * About how high a block of an article is: enough to divide it, and to hold its place until the browser has laid it out.
 *
 * @param columns characters of a line
 * @returns pixels
 */
export function roughHeight(node: Nodes, columns: number): number {
  const children = 'children' in node ? (node.children as Nodes[]) : [];
  if (nameOf(node) === 'CodeFence') {
    if (attributeOf(node, 'fold') !== undefined) {
      return LINE + 2 * GAP;
    }
    const isLong = attributeOf(node, 'long') !== undefined;
    return (isLong ? LONG_CODE : Number(attributeOf(node, 'lines')) * CODE_LINE) + CODE_CAPTION + 2 * GAP;
  }
  if (nameOf(node) === 'Chart') {
    const {bars} = JSON.parse(String(attributeOf(node, 'drawing'))) as ChartDrawing;
    return bars.length * CHART_ROW + 2 * CODE_CAPTION + 2 * GAP;
  }
  if (nameOf(node) === 'details') {
    return LINE + 2 * GAP;
  }
  if (nameOf(node) === 'img') {
    return 10 * LINE;
  }
  const inner = children.filter(({type}) => type !== 'text');
  return ROWS.has(nameOf(node)) || inner.length === 0
    ? (Math.ceil(textLength(node) / columns) || 0) * LINE +
        (textLength(node) > 0 ? (/^(?:li|tr)$/.test(nameOf(node)) ? ROW_GAP : GAP) : 0)
    : inner.reduce((sum, child) => sum + roughHeight(child, columns), 0);
}

/** Drawing loop nests as nested boxes: one picture shows a program before and after one step. */

export type LoopKind = '归约' | '向量' | '展开' | '并行' | '线程' | '线程块' | '虚拟线程' | '张量化';

/** A loop with its body, or one line of code; `mark` stands for what the step changed. */
export type Item =
  | {for: string; kind?: LoopKind; mark?: boolean; body: Item[]}
  | {line: string; mark?: boolean}
  | {text: string};

/** The order in which a loop nest visits the elements of a matrix, cell by cell: [row, column]. */
export interface Walk {
  rows: number;
  cols: number;
  order: [number, number][];
  caption: string;
}

/** Rows of labelled cells: what lies in memory. Cells that start with `*` are marked, those with `-` are empty. */
export interface Cells {
  rows: {label?: string; cells: string[]}[];
  caption?: string;
  width?: number;
}

export interface Panel {
  head: string;
  nest?: Item[];
  walk?: Walk;
  cells?: Cells;
  notes?: string[];
}

export interface Figure {
  name: string;
  title: string;
  desc: string;
  step: string;
  before: Panel;
  after: Panel;
}

export const line = (code: string): Item => ({line: code});
export const loop = (head: string, ...body: Item[]): Item => ({for: head, body});
export const mark = (head: string, ...body: Item[]): Item => ({for: head, mark: true, body});

/** Four nested loops over a matrix: blocks of rows × columns, each walked row by row or column by column. */
export function blockWalk(
  [rows, cols]: [number, number],
  [height, width]: [number, number],
  caption: string,
  byColumn = false,
): Walk {
  const order: [number, number][] = [];
  for (let top = 0; top < rows; top += height)
    for (let left = 0; left < cols; left += width)
      for (let n = 0; n < height * width; n++)
        order.push(
          byColumn
            ? [top + (n % height), left + Math.floor(n / height)]
            : [top + Math.floor(n / width), left + (n % width)],
        );
  return {rows, cols, order, caption};
}

const WIDTH = 880;
const PANEL = 370;
const RIGHT = WIDTH - PANEL - 8;
const HEAD = 26;
const LINE = 22;
const GAP = 6;
const CELL = 18;

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const text = (cls: string, x: number, y: number, value: string) =>
  `<text class="${cls}" x="${x}" y="${y}">${escape(value)}</text>`;

/** Width of a line of code or of Chinese text, in the fonts of `STYLE`. */
function widthOf(value: string, size: number): number {
  let units = 0;
  for (const char of value) units += /[⺀-￯]/.test(char) ? 1 : 0.6;
  return units * size;
}

interface Drawn {
  svg: string[];
  height: number;
}

function drawItems(items: Item[], x: number, y: number, width: number): Drawn {
  const svg: string[] = [];
  let top = y;
  for (const item of items) {
    if ('for' in item) {
      const body = drawItems(item.body, x + 14, top + HEAD, width - 20);
      const height = HEAD + body.height + 4;
      const mark = item.mark ? ' on' : '';
      svg.push(
        `<rect class="box${mark}" x="${x}" y="${top}" width="${width}" height="${height}" rx="3"/>`,
        text(`code${mark}`, x + 8, top + 18, item.for),
      );
      if (item.kind) svg.push(text(`tag${mark}`, x + width - 8, top + 18, item.kind));
      svg.push(...body.svg);
      top += height + GAP;
    } else if ('line' in item) {
      if (item.mark) {
        const wide = Math.min(width, widthOf(item.line, 13) + 12);
        svg.push(`<rect class="hit" x="${x - 2}" y="${top}" width="${wide}" height="${LINE - 2}" rx="3"/>`);
      }
      svg.push(text('code', x + 4, top + 15, item.line));
      top += LINE;
    } else {
      svg.push(text('note', x + 4, top + 15, item.text));
      top += LINE;
    }
  }
  return {svg, height: top - y};
}

function drawWalk(walk: Walk, x: number, y: number, tip: string): Drawn {
  const svg = [
    `<rect class="grid" x="${x}" y="${y}" width="${walk.cols * CELL}" height="${walk.rows * CELL}"/>`,
    `<path class="grid" d="${Array.from({length: walk.cols - 1}, (_, i) => `M${x + (i + 1) * CELL} ${y}v${walk.rows * CELL}`).join('')}` +
      `${Array.from({length: walk.rows - 1}, (_, i) => `M${x} ${y + (i + 1) * CELL}h${walk.cols * CELL}`).join('')}"/>`,
  ];
  const points = walk.order.map(([row, col]) => [x + (col + 0.5) * CELL, y + (row + 0.5) * CELL]);
  const [first] = points;
  if (first) {
    svg.push(
      `<circle class="dot" cx="${first[0]}" cy="${first[1]}" r="3.5"/>`,
      `<path class="walk" d="M${points.map((point) => point.join(' ')).join('L')}" marker-end="url(#${tip})"/>`,
    );
  }
  svg.push(text('note', x + walk.cols * CELL + 14, y + 14, walk.caption));
  return {svg, height: walk.rows * CELL};
}

function drawCells(cells: Cells, x: number, y: number): Drawn {
  const svg: string[] = [];
  const width = cells.width ?? 26;
  const label = Math.max(0, ...cells.rows.map((row) => (row.label ? widthOf(row.label, 13) + 10 : 0)));
  cells.rows.forEach((row, index) => {
    const top = y + index * 26;
    if (row.label) svg.push(text('code', x, top + 16, row.label));
    row.cells.forEach((cell, column) => {
      const left = x + label + column * width;
      const cls = cell.startsWith('*') ? 'cell on' : cell.startsWith('-') ? 'cell off' : 'cell';
      const value = cell.replace(/^[*-]/, '');
      svg.push(`<rect class="${cls}" x="${left}" y="${top}" width="${width}" height="22"/>`);
      if (value) svg.push(text('in', left + width / 2, top + 15, value));
    });
  });
  let height = cells.rows.length * 26;
  if (cells.caption) {
    svg.push(text('note', x, y + height + 14, cells.caption));
    height += 20;
  }
  return {svg, height};
}

function drawPanel(panel: Panel, x: number, tip: string): Drawn {
  const svg = [text('head', x, 20, panel.head)];
  let y = 34;
  const add = (drawn: Drawn) => {
    svg.push(...drawn.svg);
    y += drawn.height + 8;
  };
  if (panel.nest) add(drawItems(panel.nest, x, y, PANEL));
  if (panel.walk) add(drawWalk(panel.walk, x, y, tip));
  if (panel.cells) add(drawCells(panel.cells, x, y));
  for (const note of panel.notes ?? []) {
    svg.push(text('note', x, y + 14, note));
    y += 22;
  }
  return {svg, height: y};
}

const STYLE = `svg:root { color: #1c1e21; --on: #1167b1 }
@media (prefers-color-scheme: dark) { svg:root { color: #e3e3e3; --on: #6cb6ff } }
text { fill: currentColor }
.head { font: 600 14px system-ui, "Noto Sans CJK SC", sans-serif }
.note { font: 14px system-ui, "Noto Sans CJK SC", sans-serif }
.code { font: 13px ui-monospace, Menlo, Consolas, monospace }
.in { font: 12px ui-monospace, Menlo, Consolas, monospace; text-anchor: middle }
.tag { font: 13px system-ui, "Noto Sans CJK SC", sans-serif; text-anchor: end }
.step { font: 600 12px system-ui, "Noto Sans CJK SC", sans-serif; text-anchor: middle; fill: var(--on) }
.box { fill: currentColor; fill-opacity: .03; stroke: currentColor; stroke-opacity: .55 }
.box.on { fill: var(--on); fill-opacity: .08; stroke: var(--on); stroke-opacity: 1; stroke-width: 1.6 }
.tag.on, .code.on { fill: var(--on) }
.hit { fill: var(--on); fill-opacity: .16 }
.grid { fill: none; stroke: currentColor; stroke-opacity: .3 }
.walk { fill: none; stroke: var(--on); stroke-width: 1.5 }
.dot { fill: var(--on) }
.cell { fill: none; stroke: currentColor; stroke-opacity: .6 }
.cell.on { fill: var(--on); fill-opacity: .2; stroke: var(--on); stroke-opacity: 1 }
.cell.off { stroke-dasharray: 3 3 }
.arrow { fill: none; stroke: var(--on); stroke-width: 1.6 }`;

/** The picture as SVG: before on the left, the step in the middle, after on the right. */
export function drawFigure(figure: Figure): string {
  const id = `te-${figure.name.replace(/_/g, '-')}`;
  const left = drawPanel(figure.before, 8, `${id}-tip`);
  const right = drawPanel(figure.after, RIGHT, `${id}-tip`);
  const height = Math.max(left.height, right.height) + 8;
  const middle = Math.max(58, Math.min(90, height / 2));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">${escape(figure.title)}</title>`,
    `<desc id="${id}-desc">${escape(figure.desc)}</desc>`,
    `<style>\n${STYLE}\n</style>`,
    `<defs><marker id="${id}-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="dot" d="M0 0 8 4 0 8z"/></marker></defs>`,
    ...left.svg,
    text('step', WIDTH / 2, middle - 10, figure.step),
    `<path class="arrow" d="M${WIDTH / 2 - 36} ${middle}H${WIDTH / 2 + 36}" marker-end="url(#${id}-tip)"/>`,
    ...right.svg,
    '</svg>',
    '',
  ].join('\n');
}

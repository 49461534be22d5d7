/** Line charts of recorded measurements as SVG: steps for "best so far", straight lines with dots otherwise. */

export interface Axis {
  label: string;
  ticks: number[];
  log?: boolean;
}

export interface Series {
  name: string;
  points: [number, number][];
  /** Draw as steps: the value holds until the next point. */
  step?: boolean;
}

export interface Rule {
  value: number;
  label: string;
}

export interface Chart {
  name: string;
  title: string;
  desc: string;
  x: Axis;
  y: Axis;
  series: Series[];
  /** Horizontal and vertical reference lines. */
  levels?: Rule[];
  marks?: Rule[];
  note: string;
}

const WIDTH = 880;
const LEFT = 76;
const TOP = 58;
const PLOT_WIDTH = 610;
const PLOT_HEIGHT = 250;
const NAME_LINE = 20;

const STYLE = `svg:root { color: #1c1e21; --s0: #1167b1; --s1: #b3541e; --s2: #2f7d32; --s3: #7b3fa0; --s4: #8a6d00; --s5: #00757a }
@media (prefers-color-scheme: dark) { svg:root { color: #e3e3e3; --s0: #6cb6ff; --s1: #f2a272; --s2: #84cf88; --s3: #c99bea; --s4: #dcc060; --s5: #63cdd2 } }
text { fill: currentColor }
.note { font: 13px system-ui, "Noto Sans CJK SC", sans-serif }
.tick { font: 13px ui-monospace, Menlo, Consolas, monospace }
.mid { text-anchor: middle }
.end { text-anchor: end }
.name { font: 600 13px system-ui, "Noto Sans CJK SC", sans-serif }
.axis { fill: none; stroke: currentColor }
.grid { fill: none; stroke: currentColor; stroke-opacity: .16 }
.level { fill: none; stroke: currentColor; stroke-opacity: .75; stroke-dasharray: 3 4 }
.line { fill: none; stroke-width: 2 }
${[0, 1, 2, 3, 4, 5].map((n) => `.s${n} { stroke: var(--s${n}) } .f${n} { fill: var(--s${n}) }`).join('\n')}`;

/** Dash patterns tell the series apart without colour as well. */
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '4 2', '1 2'];

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const round = (value: number) => Math.round(value * 10) / 10;

function scale(axis: Axis, from: number, to: number) {
  const place = axis.log ? Math.log : (value: number) => value;
  const [low, high] = [place(Math.min(...axis.ticks)), place(Math.max(...axis.ticks))];
  return (value: number) => round(from + ((place(value) - low) / (high - low)) * (to - from));
}

/** Names at the right end of the lines, pushed apart where they would overlap, inside the plot. */
function spread(wanted: number[]): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let low = -Infinity;
  for (const index of order) {
    placed[index] = Math.max(wanted[index]!, low);
    low = placed[index]! + NAME_LINE;
  }
  let high = TOP + PLOT_HEIGHT;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index]!, high);
    high = placed[index]! - NAME_LINE;
  }
  return placed;
}

export function drawLineChart(chart: Chart): string {
  const x = scale(chart.x, LEFT, LEFT + PLOT_WIDTH);
  const y = scale(chart.y, TOP + PLOT_HEIGHT, TOP);
  const right = LEFT + PLOT_WIDTH;
  const bottom = TOP + PLOT_HEIGHT;
  const svg: string[] = [];
  for (const tick of chart.y.ticks)
    svg.push(
      `<path class="grid" d="M${LEFT} ${y(tick)}H${right}"/>`,
      `<text class="tick end" x="${LEFT - 8}" y="${round(y(tick) + 4)}">${tick}</text>`,
    );
  for (const tick of chart.x.ticks)
    svg.push(
      `<path class="axis" d="M${x(tick)} ${bottom}v5"/>`,
      `<text class="tick mid" x="${x(tick)}" y="${bottom + 20}">${tick}</text>`,
    );
  svg.push(
    `<path class="axis" d="M${LEFT} ${TOP}V${bottom}H${right}"/>`,
    `<text class="note" x="8" y="${TOP - 34}">${escape(chart.y.label)}</text>`,
    `<text class="note mid" x="${LEFT + PLOT_WIDTH / 2}" y="${bottom + 42}">${escape(chart.x.label)}</text>`,
  );
  for (const mark of chart.marks ?? [])
    svg.push(
      `<path class="level" d="M${x(mark.value)} ${TOP}V${bottom}"/>`,
      `<text class="note" x="${x(mark.value)}" y="${TOP - 8}">${escape(mark.label)}</text>`,
    );
  for (const level of chart.levels ?? [])
    svg.push(`<path class="level" d="M${LEFT} ${y(level.value)}H${right}"/>`);

  const names = [
    ...chart.series.map(({name, points}) => ({name, y: y(points[points.length - 1]![1])})),
    ...(chart.levels ?? []).map(({label, value}) => ({name: label, y: y(value)})),
  ];
  const rows = spread(names.map((name) => name.y));
  chart.series.forEach(({points, step}, index) => {
    const [first, ...rest] = points.map(([a, b]) => [x(a), y(b)] as const);
    const path = rest.map(([a, b]) => (step ? `H${a}V${b}` : `L${a} ${b}`)).join('');
    const dash = DASHES[index] ? ` stroke-dasharray="${DASHES[index]}"` : '';
    svg.push(`<path class="line s${index}"${dash} d="M${first![0]} ${first![1]}${path}"/>`);
    if (!step)
      for (const [a, b] of [first!, ...rest])
        svg.push(`<circle class="f${index}" cx="${a}" cy="${b}" r="3.5"/>`);
  });
  names.forEach(({name}, index) => {
    const paint = index < chart.series.length ? ` f${index}` : '';
    svg.push(
      `<text class="name${paint}" x="${right + 10}" y="${round(rows[index]! + 4)}">${escape(name)}</text>`,
    );
  });
  svg.push(`<text class="note" x="8" y="${bottom + 68}">${escape(chart.note)}</text>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + 80}" role="img" aria-labelledby="${chart.name}-title ${chart.name}-desc">`,
    `<title id="${chart.name}-title">${escape(chart.title)}</title>`,
    `<desc id="${chart.name}-desc">${escape(chart.desc)}</desc>`,
    `<style>\n${STYLE}\n</style>`,
    ...svg,
    '</svg>',
    '',
  ].join('\n');
}

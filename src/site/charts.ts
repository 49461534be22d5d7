/** Fences of language `chart`: a name and a figure a line, and the measured outputs of the page where the figures stand. */
import type {FenceMeta} from './fenceMeta';
import type {Fence} from './fences';
import {figuresIn, valueOf} from './figures';
import {nearest} from './nearest';

export interface ChartRow {
  name: string;
  /** As it is written, e.g. `1,259`. */
  figure: string;
  /** Line below the opening fence, from 1. */
  line: number;
}

/** A chart laid out: lengths and places in percent of its width. */
export interface ChartDrawing {
  bars: {name: string; figure: string; length: number}[];
  ticks: {label: string; at: number}[];
}

/** A line of a chart that can't be drawn, or a chart as a whole (line 0), and what to do about it. */
export interface ChartProblem {
  line: number;
  problem: string;
  cure: string;
}

/** Widest name that a phone shows beside its figure, in Han characters; a Latin letter is about 0.6. */
const LONGEST_NAME = 18;

const widthOf = (name: string) => [...name].reduce((sum, char) => sum + (char < '\u2e80' ? 0.6 : 1), 0);

/** The rows of a chart; lines that are none are left out. */
export function readChart(body: string): ChartRow[] {
  return body.split('\n').flatMap((text, i): ChartRow[] => {
    const [, name, figure] = /^\s*(.*\S)\s+(\S+)\s*$/.exec(text) ?? [];
    return name && figure && !Number.isNaN(valueOf(figure)) ? [{name, figure, line: i + 1}] : [];
  });
}

/** Figures of each line, in any of the outputs, that begins with a name. */
function figuresOf(name: string, outputs: readonly string[]): string[][] {
  return outputs
    .flatMap((output) => output.split('\n'))
    .map((line) => line.replace(/^[\s|]+/, ''))
    .filter((line) => line.startsWith(name) && /^[\s:：|=,，]/.test(line.slice(name.length)))
    .map((line) => figuresIn(line.slice(name.length)))
    .filter((figures) => figures.length > 0);
}

const has = (figures: readonly string[], figure: string) =>
  figures.some((one) => valueOf(one) === valueOf(figure));

/** Whether outputs hold the figure of a row, in a line that begins with its name. */
export function isMeasured({name, figure}: ChartRow, outputs: readonly string[]): boolean {
  return figuresOf(name, outputs).some((figures) => has(figures, figure));
}

/**
 * The figure of a row after the outputs were measured again: the one that stands where the row's stood before, else the
 * first beside its name; undefined where no output names it.
 */
export function measuredAgain(
  {name, figure}: ChartRow,
  before: readonly string[],
  after: readonly string[],
): string | undefined {
  const old = figuresOf(name, before);
  const line = old.findIndex((figures) => has(figures, figure));
  const place = old[line]?.findIndex((one) => valueOf(one) === valueOf(figure)) ?? 0;
  const lines = figuresOf(name, after);
  const figures = lines[line] ?? lines.at(-1);
  return figures?.[place] ?? figures?.[0];
}

/** What the outputs of a page that hold figures show. */
export function measuredOutputs(fences: readonly Fence[]): string[] {
  return fences
    .filter(({role, meta}) => role === 'output' && meta.measured)
    .map(({body}) => body.replace(/\n+$/, ''));
}

function rowProblem(row: ChartRow, rows: readonly ChartRow[], {scale}: FenceMeta): ChartProblem | undefined {
  const {name, figure, line} = row;
  if (rows.find((other) => other.name === name) !== row) {
    return {line, problem: `图表里有两行叫「${name}」`, cure: '改成不同的名称，或删去一行'};
  }
  if (valueOf(figure) < 0) {
    return {line, problem: `柱从 0 画起，画不出 ${figure}`, cure: '删去这一行，或改用不会小于 0 的量'};
  }
  if (scale === 'log' && valueOf(figure) === 0) {
    return {line, problem: '对数刻度上没有 0', cure: '删去 scale="log"，或删去这一行'};
  }
  return widthOf(name) > LONGEST_NAME
    ? {
        line,
        problem: `「${name}」太长，在手机上会与数字重叠`,
        cure: `写短一些：不超过 ${LONGEST_NAME} 个汉字或 ${Math.floor(LONGEST_NAME / 0.6)} 个字母`,
      }
    : undefined;
}

function measureProblem(row: ChartRow, outputs: readonly string[]): ChartProblem | undefined {
  const {name, figure, line} = row;
  if (isMeasured(row, outputs)) {
    return undefined;
  }
  const problem = `这一页的 measured 输出里没有「${name} ${figure}」`;
  const [beside] = figuresOf(name, outputs);
  if (beside) {
    return {
      line,
      problem,
      cure: `输出里「${name}」后面是 ${beside.join('、')}：改成它，或用 npm run examples -- --page 这一页 --write 换上`,
    };
  }
  const heads = outputs.flatMap((output) => output.split('\n')).map((text) => text.split(/\s+[-+]?\d/)[0]!);
  const [near] = nearest(name, heads.map((head) => head.replace(/^[\s|]+|[\s:：|=]+$/g, '')).filter(Boolean));
  return {
    line,
    problem,
    cure: `名称要与打印这个数字的那一行的开头相同${near ? `，也许是「${near}」` : ''}；不是这一页测得的数字就删去 chart 后面的 measured`,
  };
}

/** What is wrong with a chart of a page. */
export function chartProblems({body, meta}: Fence, outputs: readonly string[]): ChartProblem[] {
  const rows = readChart(body);
  const unread = body.split('\n').flatMap((text, i): ChartProblem[] =>
    text.trim() && !rows.some(({line}) => line === i + 1)
      ? [
          {
            line: i + 1,
            problem: `图表的这一行不是「名称 数字」：${text.trim()}`,
            cure: '写成 名称 12.3；单位不写在行里，写在 chart 后面：unit="单位"',
          },
        ]
      : [],
  );
  const few: ChartProblem[] =
    rows.length + unread.length < 2
      ? [{line: 0, problem: '图表不到两行', cure: '至少写两行才能比较；只有一个数字就写在正文里'}]
      : [];
  const wrong = rows.flatMap(
    (row) => rowProblem(row, rows, meta) ?? (meta.measured ? measureProblem(row, outputs) : undefined) ?? [],
  );
  return [...few, ...unread, ...wrong].sort((a, b) => a.line - b.line);
}

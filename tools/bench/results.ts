import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The median of numbers; the mean of the middle two where their count is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** Bytes in thousands, as tables show them. */
export function kb(bytes = 0): string {
  return (bytes / 1000).toFixed(1);
}

/** A row of a table. */
export type Row = Record<string, string | number | undefined>;

/** What the file of a step holds. */
interface Recorded {
  date: string;
  machine: {cpus: number; memoryGb: number; node: string};
  /** Pages of the documentation that the measured site has. */
  pages: number;
  results: unknown;
}

const fileOf = (siteDir: string, step: string) => path.join(siteDir, 'bench', `${step}.json`);

/** Writes what a step measured to `bench/<step>.json`, with the day and the machine. */
export function writeResults(siteDir: string, step: string, pages: number, results: unknown): void {
  const recorded: Recorded = {
    date: new Date().toISOString().slice(0, 10),
    machine: {cpus: os.cpus().length, memoryGb: Math.round(os.totalmem() / 2 ** 30), node: process.version},
    pages,
    results,
  };
  fs.mkdirSync(path.join(siteDir, 'bench'), {recursive: true});
  fs.writeFileSync(fileOf(siteDir, step), `${JSON.stringify(recorded, null, 2)}\n`);
}

function toMarkdown(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, columns.map(() => '---'), ...rows.map((row) => columns.map((name) => row[name] ?? ''))];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Writes tables of all that is recorded to `bench/results.md`. */
export function writeSummary(
  siteDir: string,
  steps: Record<string, {about: string; table(results: unknown): Row[]}>,
): void {
  const parts = Object.entries(steps)
    .filter(([step]) => fs.existsSync(fileOf(siteDir, step)))
    .map(([step, {about, table}]) => {
      const {date, machine, pages, results} = JSON.parse(fs.readFileSync(fileOf(siteDir, step), 'utf8')) as Recorded;
      const made = `${date}，文档 ${pages} 页，${machine.cpus} 核，内存 ${machine.memoryGb} GB，Node ${machine.node}`;
      return [`## ${about}`, `\`npm run bench -- ${step}\`：${made}。`, toMarkdown(table(results))];
    });
  const text = ['# 测量所得', '由 `npm run bench` 写入；怎样测的见 README.md。', ...parts.flat()].join('\n\n');
  fs.writeFileSync(path.join(siteDir, 'bench/results.md'), `${text}\n`);
}

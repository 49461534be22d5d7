const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g;

/** Columns that a text takes in a terminal: Han characters and full-width marks take two. */
export function displayWidth(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

/** Rows as aligned columns; the first column to the left, the others to the right. */
export function formatTable(rows: readonly string[][]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column]))));
  const pad = (text: string, column: number) => {
    const space = ' '.repeat(widths[column] - displayWidth(text));
    return column === 0 ? text + space : space + text;
  };
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

/** `75` as `1:15`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

interface RunningPage {
  path: string;
  fence: number;
  fences: number;
  startedAt: number;
  expected: number;
}

/** The line that shows what is running; on a terminal it is redrawn in place, elsewhere it is not shown. */
export class ProgressBar {
  private readonly running = new Map<string, RunningPage>();
  private readonly finished = new Set<string>();
  private timer?: NodeJS.Timeout;

  /** @param expected seconds that each page is expected to take, by path */
  constructor(
    private readonly expected: ReadonlyMap<string, number>,
    private readonly jobs: number,
    private readonly stream: NodeJS.WriteStream,
  ) {
    if (stream.isTTY) {
      this.timer = setInterval(() => this.draw(), 200);
    }
  }

  start(path: string, fences: number): void {
    const expected = this.expected.get(path) ?? 0;
    this.running.set(path, {path, fence: 0, fences, startedAt: Date.now(), expected});
  }

  fence(path: string, fence: number): void {
    const page = this.running.get(path);
    if (page) {
      page.fence = fence;
    }
  }

  finish(path: string): void {
    this.running.delete(path);
    this.finished.add(path);
  }

  /** Prints lines above the bar. */
  print(text: string): void {
    this.clear();
    this.stream.write(`${text}\n`);
  }

  stop(): void {
    clearInterval(this.timer);
    this.clear();
  }

  /** Seconds left, by the times of earlier runs. */
  private left(): number {
    const rest = [...this.expected]
      .filter(([path]) => !this.finished.has(path))
      .reduce((sum, [, s]) => sum + s, 0);
    const spent = [...this.running.values()].reduce(
      (sum, page) => sum + Math.min(page.expected, (Date.now() - page.startedAt) / 1000),
      0,
    );
    return (rest - spent) / this.jobs;
  }

  private draw(): void {
    const total = this.expected.size;
    const done = this.finished.size;
    const filled = Math.round((done / Math.max(1, total)) * 20);
    const pages = [...this.running.values()].map((p) => `${p.path} 第 ${p.fence}/${p.fences} 段`);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(20 - filled)}`;
    let text = `${bar} ${done}/${total} 剩 ${formatSeconds(this.left())} ${pages.join('；')}`;
    while (displayWidth(text) >= (this.stream.columns || 80)) {
      text = [...text].slice(0, -1).join('');
    }
    this.clear();
    this.stream.write(text);
  }

  private clear(): void {
    if (this.stream.isTTY) {
      this.stream.write('\r\u001b[2K');
    }
  }
}

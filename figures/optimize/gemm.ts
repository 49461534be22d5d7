/** Draws the charts of docs/how_to/optimize/cpu_conv.md from the recorded run: npx tsx figures/optimize/gemm.ts */
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

interface Recorded {
  machine: string;
  chains: Record<string, number>;
  flops: number;
  milliseconds: Record<string, number>;
}

const ROOT = join(import.meta.dirname, '../..');
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, 'gemm.json'), 'utf8')) as Recorded;
const peak = Math.max(...Object.values(recorded.chains));

const STYLE = `<style>
svg:root { color: #1c1e21; --bar: #2f6db5; --mark: #b4531a }
@media (prefers-color-scheme: dark) { svg:root { color: #e3e3e3; --bar: #7fb2ec; --mark: #f0a06a } }
text { font: 14px system-ui, "Noto Sans CJK SC", sans-serif; fill: currentColor }
.mid { text-anchor: middle }
.end { text-anchor: end }
.bar { fill: var(--bar) }
.mark { fill: var(--mark) }
.line { stroke: currentColor; stroke-opacity: .35; fill: none }
</style>`;

function svg(name: string, width: number, height: number, title: string, desc: string, body: string[]): void {
  const id = `opt-${name}`;
  const head =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" ` +
    `aria-labelledby="${id}-title ${id}-desc">\n<title id="${id}-title">${title}</title>\n` +
    `<desc id="${id}-desc">${desc}</desc>`;
  const file = join(ROOT, 'static/img/optimize', `${name}.svg`);
  writeFileSync(file, [head, STYLE, ...body, '</svg>', ''].join('\n'));
}

/** A share of the peak as people write it: one digit only where it would otherwise be 0. */
function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.01 ? 1 : 0)}%`;
}

function chains(): void {
  const entries = Object.entries(recorded.chains).map(
    ([count, rate]) => [Number(count), rate / peak] as const,
  );
  const bottom = 250;
  const scale = 200;
  const step = 66;
  const body = [0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path class="line" d="M60 ${bottom - share * scale}H860"/>` +
      `<text class="end" x="52" y="${bottom - share * scale + 5}">${share * 100}%</text>`,
  );
  for (const [index, [count, share]] of entries.entries()) {
    const x = 74 + index * step;
    const tall = Math.round(share * scale);
    body.push(
      `<rect class="${count >= 8 && share > 0.9 ? 'mark' : 'bar'}" x="${x}" y="${bottom - tall}" width="40" height="${tall}"/>`,
      `<text class="mid" x="${x + 20}" y="${bottom - tall - 6}">${percent(share)}</text>`,
      `<text class="mid" x="${x + 20}" y="${bottom + 20}">${count}</text>`,
    );
  }
  body.push(`<path class="line" d="M60 ${bottom}H860"/>`);
  body.push(
    `<text class="mid" x="460" y="${bottom + 44}">互不相干的 FMA 链的条数（每条一个 512 位寄存器）</text>`,
  );
  const list = entries.map(([count, share]) => `${count} 条 ${percent(share)}`).join('，');
  svg('chains', 880, 306, 'FMA 链的条数与达到峰值的比例', `柱形图。${list}。${recorded.machine}。`, body);
}

function steps(): void {
  const entries = Object.entries(recorded.milliseconds).map(
    ([name, time]) => [name, recorded.flops / (time / 1e3) / (peak * 1e9)] as const,
  );
  const left = 150;
  const scale = 620;
  const body = [0.25, 0.5, 0.75, 1].map((share) => {
    const x = left + share * scale;
    return (
      `<path class="line" d="M${x} 16V${24 + entries.length * 38}"/>` +
      `<text class="mid" x="${x}" y="${46 + entries.length * 38}">${share * 100}%</text>`
    );
  });
  for (const [index, [name, share]] of entries.entries()) {
    const y = 24 + index * 38;
    const long = Math.max(2, Math.round(share * scale));
    body.push(
      `<text class="end" x="${left - 10}" y="${y + 18}">${name}</text>`,
      `<rect class="${name === 'NumPy' ? 'mark' : 'bar'}" x="${left}" y="${y}" width="${long}" height="26"/>`,
      `<text x="${left + long + 8}" y="${y + 18}">${percent(share)}</text>`,
    );
  }
  body.push(`<path class="line" d="M${left} 16V${24 + entries.length * 38}"/>`);
  const list = entries.map(([name, share]) => `${name} ${percent(share)}`).join('，');
  const desc = `横向柱形图，单线程计算 1024×1024 的矩阵乘。${list}。${recorded.machine}。`;
  svg('gemm-steps', 880, 60 + entries.length * 38, '各个版本达到峰值的比例', desc, body);
}

chains();
steps();

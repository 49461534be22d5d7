import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** What each picture drawn by TEDD shows; its `.dot` file, written by the page's code, lies beside the SVG. */
const PICTURES: Record<string, {title: string; desc: string}> = {
  tedd_dataflow: {
    title: 'TEDD 画的数据流图',
    desc: '从左到右：X 经缓存阶段 X.local 进入 M 的第 0 个输入，W 进入 M 的第 1 个输入，M 进入 R。每个张量是 64×64 的 float32。',
  },
  tedd_tree: {
    title: 'TEDD 画的调度树',
    desc: 'R 有四层循环：i_outer 并行，走 8 次；j_outer 走 4 次；i_inner 走 8 次；j_inner 走 16 次。M 挂在 j_outer 上，四层是 i、向量化的 j、归约的 k_outer 和 k_inner。X.local 挂在 M 的 k_outer 上。X、W、R 指向 ROOT。左下是种类的图例。',
  },
  tedd_itervar: {
    title: 'TEDD 画的轴的关系图',
    desc: '阶段 B：i 经 Split 变成 i_outer 和 i_inner，j 经 Split 变成 j_outer 和 j_inner，i_outer 与 j_outer 经 Fuse 合成第 0 层，种类是并行；i_inner 是第 1 层，j_inner 是第 2 层，种类是向量。',
  },
};

const FONT = 'Helvetica';

/** A narrow picture keeps its size on the page: its box is as wide as that of the others. */
function widen(box: string): string {
  const [x, y, width, height] = box.split(' ').map(Number) as [number, number, number, number];
  const missing = Math.max(0, 880 - width);
  return [x - missing / 2, y, width + missing, height].join(' ');
}

/** Graphviz draws black on white: lines and text follow the page instead, and the colours of kinds are thinned. */
function recolour(svg: string, name: string): string {
  const id = name.replace(/_/g, '-');
  const {title, desc} = PICTURES[name]!;
  const style =
    'svg:root { color: #1c1e21 } @media (prefers-color-scheme: dark) { svg:root { color: #e3e3e3 } } text { fill: currentColor }';
  return svg
    .replace(/^[\s\S]*?<svg[^>]*viewBox="([^"]+)"[^>]*>/, (_, box: string) =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${widen(box)}" role="img" aria-labelledby="${id}-title ${id}-desc">`,
        `<title id="${id}-title">${title}</title>`,
        `<desc id="${id}-desc">${desc}</desc>`,
        `<style>${style}</style>`,
      ].join('\n'),
    )
    .replace(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/(<g[^>]*>)\n<title>[\s\S]*?<\/title>/g, '$1')
    .replace(/<polygon fill="white" stroke="transparent"[^>]*\/>\n/, '')
    .replace(/fill="(?:white|#ffffff)"/g, 'fill="none"')
    .replace(/fill="lightgrey"/g, 'fill="currentColor" fill-opacity=".18"')
    .replace(/fill="(#[0-9a-f]{6})"/g, 'fill="$1" fill-opacity=".55"')
    .replace(/(fill|stroke)="(?:black|#000000)"/g, '$1="currentColor"')
    .replace(/stroke="transparent"/g, 'stroke="none"')
    .replace(/font-family="[^"]*"/g, 'font-family="system-ui, sans-serif"');
}

export function drawTedd(folder: string): void {
  for (const name of Object.keys(PICTURES)) {
    const svg = execFileSync(
      'dot',
      ['-Tsvg', `-Gfontname=${FONT}`, `-Nfontname=${FONT}`, `-Efontname=${FONT}`, `${name}.dot`],
      {cwd: folder, encoding: 'utf8'},
    );
    fs.writeFileSync(path.join(folder, `${name}.svg`), recolour(svg, name));
  }
}

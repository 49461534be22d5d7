import fs from 'node:fs';
import path from 'node:path';
import {createElement, type CSSProperties, type ReactNode} from 'react';
import {renderAsync} from '@resvg/resvg-js';
import satori from 'satori';
import type {Card} from './card';
import {toPalettePng} from './png';

const [WIDTH, HEIGHT] = [1200, 630];

/** Those of the dark mode (src/css/tokens.css): previews stand on white. */
const COLOURS = {background: '#16181d', text: '#dfe3e8', accent: '#6cb2f0', note: '#a3acb8'};

const FONTS = path.join(path.dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts');

function readFonts() {
  return (
    [
      ['Bold', 700],
      ['Regular', 400],
    ] as const
  ).map(([name, weight]) => ({
    name: 'Noto Sans',
    weight,
    data: fs.readFileSync(path.join(FONTS, `NotoSansHans-${name}.otf`)),
  }));
}

// Parsed once: satori knows fonts again by this object.
let fonts: ReturnType<typeof readFonts> | undefined;

const box = (style: CSSProperties, ...children: ReactNode[]) =>
  createElement('div', {style: {display: 'flex', ...style}}, ...children);

function mark(): ReactNode {
  return createElement(
    'svg',
    {width: 84, height: 71, viewBox: '3 5 26 22'},
    createElement('path', {fill: COLOURS.accent, d: 'M3 5h26v5H18.5v17h-5V10H3z'}),
    createElement('path', {fill: COLOURS.text, d: 'M3 14h7v4H3zm0 8h7v4H3zm19-8h7v4h-7zm0 8h7v4h-7z'}),
  );
}

/**
 * Draws a card as a PNG.
 *
 * @param site name of the site
 * @throws Error naming characters that the font does not have
 */
export async function drawCard({title, section}: Card, site: string): Promise<Buffer> {
  fonts ??= readFonts();
  const {background, text, note} = COLOURS;
  const svg = await satori(
    box(
      {
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: '100%',
        height: '100%',
        boxSizing: 'border-box',
        padding: 80,
        background,
        color: note,
        fontSize: 34,
      },
      box({alignItems: 'center', gap: 32}, mark(), site),
      box(
        {color: text, fontSize: 68, fontWeight: 700, lineHeight: 1.35, maxHeight: 276, overflow: 'hidden'},
        title,
      ),
      box({}, section),
    ),
    {
      width: WIDTH,
      height: HEIGHT,
      fonts,
      loadAdditionalAsset: (_, missing) => {
        throw new Error(`「${title}」的分享图片里，字体没有「${missing}」。办法：标题换一种写法`);
      },
    },
  );
  return toPalettePng(await renderAsync(svg, {font: {loadSystemFonts: false}}));
}

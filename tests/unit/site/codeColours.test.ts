import fs from 'node:fs';
import {describe, expect, it} from 'vitest';

const css = fs.readFileSync('src/css/tokens.css', 'utf8');

/** The code colours of a mode; the dark block comes second. */
function colours(mode: 'light' | 'dark'): Record<string, string> {
  const [light, dark] = css.split("[data-theme='dark']");
  const block = mode === 'light' ? light! : dark!;
  return Object.fromEntries(
    [...block.matchAll(/--site-code-([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1]!, m[2]!]),
  );
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** Contrast ratio of WCAG 2.2. */
function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

describe.each(['light', 'dark'] as const)('code colours in %s mode', (mode) => {
  const all = colours(mode);
  const backgrounds = ['background', 'marked', 'was', 'now'];
  const tokens = Object.keys(all).filter((name) => !backgrounds.includes(name));

  it('has a colour for each class', () => {
    expect(tokens.length).toBe(10);
  });

  it.each(backgrounds)('has 4.5:1 for every token on %s', (background) => {
    const low = tokens.filter((token) => contrast(all[token]!, all[background]!) < 4.5);
    expect(low.map((token) => `${token} ${contrast(all[token]!, all[background]!).toFixed(2)}`)).toEqual([]);
  });
});

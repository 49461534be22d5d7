import fs from 'node:fs';
import {describe, expect, it} from 'vitest';

const css = fs.readFileSync('src/css/tokens.css', 'utf8');

function stack(variable: string): string[] {
  const [, value] = new RegExp(`--${variable}:([^;]+);`).exec(css)!;
  return value!.split(',').map((name) => name.trim().replace(/^'|'$/g, ''));
}

/** Faces that come with each system: Latin ones, Simplified Chinese ones, and ones of one width. */
const SYSTEMS: Record<string, Record<'latin' | 'han' | 'mono', string[]>> = {
  'Windows 10 and 11': {
    latin: ['Segoe UI', 'Arial'],
    han: ['Microsoft YaHei UI', 'Microsoft YaHei'],
    mono: ['Consolas', 'Cascadia Mono'],
  },
  'macOS and iOS': {
    latin: ['-apple-system', 'Helvetica Neue', 'Arial'],
    han: ['PingFang SC', 'Hiragino Sans GB'],
    mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Monaco'],
  },
  Android: {latin: ['Roboto'], han: [], mono: ['monospace']},
  'Debian, Ubuntu and Fedora': {
    latin: ['Noto Sans', 'Liberation Sans', 'Arial'],
    han: ['Noto Sans CJK SC', 'Noto Sans SC'],
    mono: ['Liberation Mono'],
  },
  'a Linux without the Liberation faces': {
    latin: ['Noto Sans'],
    han: ['Noto Sans CJK SC'],
    mono: ['monospace'],
  },
  'HarmonyOS and HyperOS': {latin: ['Roboto'], han: ['HarmonyOS Sans SC', 'MiSans'], mono: ['monospace']},
};

describe.each(Object.entries(SYSTEMS))('on %s', (_, {latin, han, mono}) => {
  const base = stack('ifm-font-family-base');

  it('text has a Latin face before any Chinese one', () => {
    const [first] = base.filter((name) => [...latin, ...han].includes(name));
    expect(latin).toContain(first);
  });

  it('text has a Simplified Chinese face by name, or the one of the system', () => {
    expect(han.length === 0 || base.some((name) => han.includes(name))).toBe(true);
    expect(base.at(-1)).toBe('sans-serif');
  });

  it('code has a face of one width before any Chinese one', () => {
    const code = stack('ifm-font-family-monospace');
    const first = code.findIndex((name) => mono.includes(name));
    const chinese = code.findIndex((name) => han.includes(name));
    expect(first).toBeGreaterThanOrEqual(0);
    expect(chinese === -1 || first < chinese).toBe(true);
  });
});

it('no stack asks for the face of the interface, which may be Japanese', () => {
  expect([...stack('ifm-font-family-base'), ...stack('ifm-font-family-monospace')]).not.toContain(
    'system-ui',
  );
});

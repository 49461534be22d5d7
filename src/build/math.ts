import fs from 'node:fs';
import path from 'node:path';
import {replaceText} from './replaceText';

/** Address of KaTeX's stylesheet below the base URL, as the site itself serves it. */
export const MATH_STYLESHEET = 'katex/katex.min.css';

/** KaTeX's stylesheet without the formats besides WOFF2: every browser that can run the site reads that one. */
export function onlyWoff2(css: string): string {
  const result = replaceText(
    'src/build/math.ts',
    css,
    /,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g,
    '',
  );
  const other = /url\((?!fonts\/[\w-]+\.woff2\))[^)]*\)/.exec(result)?.[0];
  if (other) {
    const cure = '照 KaTeX 现在的样式表改 src/build/math.ts';
    throw new Error(
      `src/build/math.ts：KaTeX 的样式表只应当指向 fonts/*.woff2，却还有 ${other}。办法：${cure}`,
    );
  }
  return result;
}

/**
 * Lays out KaTeX's stylesheet and its WOFF2 fonts as a static directory, so that formulas need no other host.
 *
 * @param siteDir folder of the site; the files go below its cache folder
 * @returns the static directory, relative to the site
 */
export function prepareMathAssets(siteDir: string): string {
  const dist = path.dirname(require.resolve('katex/dist/katex.min.css'));
  const staticDir = path.join('.cache', 'math');
  const target = path.join(siteDir, staticDir, 'katex');
  fs.mkdirSync(path.join(target, 'fonts'), {recursive: true});
  const css = onlyWoff2(fs.readFileSync(path.join(dist, 'katex.min.css'), 'utf8'));
  for (const [, font] of css.matchAll(/url\((fonts\/[^)]+)\)/g)) {
    fs.copyFileSync(path.join(dist, font!), path.join(target, font!));
  }
  fs.writeFileSync(path.join(target, 'katex.min.css'), css);
  return staticDir;
}

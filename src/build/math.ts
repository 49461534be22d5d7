import fs from 'node:fs';
import path from 'node:path';

/** Address of KaTeX's stylesheet below the base URL, as the site itself serves it. */
export const MATH_STYLESHEET = 'katex/katex.min.css';

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
  for (const font of fs.readdirSync(path.join(dist, 'fonts'))) {
    if (font.endsWith('.woff2')) {
      fs.copyFileSync(path.join(dist, 'fonts', font), path.join(target, 'fonts', font));
    }
  }
  const css = fs.readFileSync(path.join(dist, 'katex.min.css'), 'utf8');
  // Every browser that can run the site reads WOFF2; the other formats would be dead files.
  fs.writeFileSync(
    path.join(target, 'katex.min.css'),
    css.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, ''),
  );
  return staticDir;
}

import fs from 'node:fs';
import path from 'node:path';

/**
 * Lays out DocSearch's stylesheet as a static file. Docusaurus puts every stylesheet that is imported into the one that
 * all pages load; this one has to stay out of it.
 *
 * @param siteDir folder of the site; the file goes below its cache folder
 * @returns the static directory, relative to the site
 */
export function prepareSearchAssets(siteDir: string, stylesheet: string): string {
  const staticDir = path.join('.cache', 'search');
  const target = path.join(siteDir, staticDir, stylesheet);
  fs.mkdirSync(path.dirname(target), {recursive: true});
  fs.copyFileSync(require.resolve('@docsearch/css/dist/style.css'), target);
  return staticDir;
}

import fs from 'node:fs';
import path from 'node:path';
import {Page, siteFile} from '../../content/pages';

/**
 * Other names of a page: those in its front matter, and the name of the English page that it stands for, e.g. `opt_gemm`.
 *
 * @param file the page's source, in full or relative to the site
 */
export function readAliases(siteDir: string, file: string): string[] {
  const full = path.resolve(siteDir, file);
  const {aliases, upstream} = new Page(siteFile(siteDir, full), fs.readFileSync(full, 'utf8'))
    .frontMatter as {
    aliases?: string[];
    upstream?: string;
  };
  const slug = upstream === undefined ? undefined : path.posix.basename(upstream, '.html');
  return [...(aliases ?? []), ...(slug && slug !== 'index' ? [slug] : [])];
}

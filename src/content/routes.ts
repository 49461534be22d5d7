import fs from 'node:fs';
import path from 'node:path';
import {VERSIONS} from '../site/versions';

/** One page of the documentation: where it is, in which releases, and what upstream has on the subject. */
export interface DocRoute {
  /** Canonical path in the newest tree, e.g. `/docs/install`. */
  path: string;
  /** Releases whose tree has the page. */
  versions: string[];
  /** Path of the English HTML page below a release's documentation. */
  page: string;
  /** Source of the English page in the TVM repository. */
  source: string;
  /** Releases at whose tag `source` exists. */
  sourceIn: string[];
  /** Earlier addresses of the page, which have to go on working. */
  live?: string[];
}

/** Reads the list of pages, `data/routes.json`. */
export function readRoutes(siteDir: string): DocRoute[] {
  return JSON.parse(fs.readFileSync(path.join(siteDir, 'data/routes.json'), 'utf8')) as DocRoute[];
}

/** File of a page in a tree without its extension, e.g. `install/index` or `install/docker`; undefined if none. */
export function sourceFile(siteDir: string, directory: string, docPath: string): string | undefined {
  const relative = docPath.replace(/^\/docs\/?/, '');
  return ['.md', '.mdx', '/index.md', '/index.mdx']
    .map((end) => path.join(siteDir, directory, relative + end))
    .find((file) => fs.existsSync(file));
}

/** Redirects from earlier addresses to the pages that exist, for each tree that has them. */
export function redirects(siteDir: string): {from: string[]; to: string}[] {
  return readRoutes(siteDir).flatMap(({path: docPath, live = [], versions}) =>
    live.length === 0
      ? []
      : VERSIONS.filter((v) => versions.includes(v.release) && sourceFile(siteDir, v.directory, docPath)).map(
          (v) => ({
            from: live.map((address) => address.replace(/^\/docs/, v.path)),
            to: docPath.replace(/^\/docs/, v.path),
          }),
        ),
  );
}

/**
 * The earlier addresses of a page, for the redirects plugin. A function, since what is written down in the configuration is in
 * the code of every page.
 */
export function earlierAddresses(siteDir: string): (path: string) => string[] {
  const byPage = new Map(redirects(siteDir).map(({from, to}) => [to, from]));
  return (path) => byPage.get(path) ?? [];
}

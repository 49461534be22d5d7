import fs from 'node:fs';
import path from 'node:path';
import {SiteFaults} from './checks/fault';
import {readJson} from './json';
import {VERSIONS} from '../site/versions';

/** The list of pages, relative to the site. */
export const ROUTES_FILE = 'data/routes.json';

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
  /** Earlier addresses of the page, which have to go on working. */
  live?: string[];
}

/** Reads the list of pages. @throws SiteFaults where it is missing or holds no JSON */
export function readRoutes(siteDir: string): DocRoute[] {
  const routes = readJson<DocRoute[]>(siteDir, ROUTES_FILE);
  if (!routes) {
    throw new SiteFaults([
      {kind: '没有文件', file: ROUTES_FILE, problem: '没有这个文件，旧地址都会失效', cure: '从 Git 恢复它'},
    ]);
  }
  return routes;
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
  // Read when the first page asks: what is wrong with the list is told by the checks, before.
  let byPage: Map<string, string[]> | undefined;
  return (path) => {
    byPage ??= new Map(redirects(siteDir).map(({from, to}) => [to, from]));
    return byPage.get(path) ?? [];
  };
}

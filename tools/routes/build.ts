import fs from 'node:fs';
import path from 'node:path';
import {type SiteAddress, withoutSlash} from '../../src/plugins/checks/builtSite';
import {readPage} from './page';
import type {Build} from './rules';

/** Path of a page, as readers see it, for its file in the build, e.g. `/docs/install` for `docs/install.html`. */
export function pathOfFile(file: string, baseUrl: string): string {
  const below = file.split(path.sep).join('/');
  return below === '404.html'
    ? `${baseUrl}404.html`
    : withoutSlash(baseUrl + below.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')) || '/';
}

/** Paths of all pages of a build. */
export function listPaths(folder: string, baseUrl: string): {file: string; pathname: string}[] {
  if (!fs.existsSync(path.join(folder, 'index.html'))) {
    throw new Error(`${folder} 里没有构建好的站点。办法：先运行 npm run build`);
  }
  return fs
    .readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.html') && !file.startsWith('pagefind'))
    .map((file) => ({file, pathname: pathOfFile(file, baseUrl)}))
    .sort((a, b) => a.pathname.localeCompare(b.pathname));
}

/** Reads every page of a build. */
export function readBuild(folder: string, address: SiteAddress): Build {
  const pages = new Map(
    listPaths(folder, address.baseUrl).map(({file, pathname}) => [
      pathname,
      readPage(fs.readFileSync(path.join(folder, file), 'utf8')),
    ]),
  );
  return {
    address,
    pages,
    hasFile: (pathname) =>
      fs
        .statSync(path.join(folder, pathname.slice(address.baseUrl.length)), {throwIfNoEntry: false})
        ?.isFile() === true,
  };
}

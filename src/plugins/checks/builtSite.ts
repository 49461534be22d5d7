import {withoutTrailingSlash} from '../../site/addresses';
import fs from 'node:fs';
import path from 'node:path';
import {isUndecodable} from '../../content/checks/links';
import {type BuiltPage, readBuiltPage} from './builtPage';

/** A reference on a built page that leads nowhere. */
export interface BrokenReference {
  reason: 'page' | 'anchor' | 'file' | 'undecodable';
  /** Path of the page with the reference, as routed. */
  page: string;
  /** The reference as the page has it. */
  href: string;
  /** Path that it means, decoded; for an undecodable one as written. */
  path: string;
  /** Fragment, decoded, without `#`. */
  anchor: string;
}

/** Address of a site that is being checked; any would do, as long as nothing else has it. */
const ORIGIN = 'https://site.invalid';
// Other plugins write these at the same time as the check runs; the checks on the finished build look at them.
const WRITTEN_LATER =
  /^\/(sitemap\.xml|opensearch\.xml|.*\.(py|ipynb|md)|search-index\/.*|blog\/(rss|atom)\.(xml|xsl|css)|blog\/feed\.json)$/;

export interface SiteAddress {
  /** Address of the site without a path, e.g. `https://docs.example.com`. */
  url: string;
  /** Path of the site, with slashes at both ends. */
  baseUrl: string;
}

/** Path without the slash at its end, by which pages are compared. */
export function withoutSlash(pathname: string): string {
  return withoutTrailingSlash(pathname);
}

/**
 * Resolves an address on a page.
 *
 * @returns path and fragment, both decoded; undefined where it leads out of the site; null where it can't be decoded
 */
export function resolveOnSite(
  href: string,
  page: string,
  {url, baseUrl}: SiteAddress,
): {path: string; anchor: string} | undefined | null {
  let resolved: URL;
  try {
    resolved = new URL(href, ORIGIN + page);
  } catch {
    return undefined;
  }
  if (![ORIGIN, url].includes(resolved.origin) || !`${resolved.pathname}/`.startsWith(baseUrl)) {
    return undefined;
  }
  if (isUndecodable(resolved.pathname) || isUndecodable(resolved.hash)) {
    return null;
  }
  return {
    path: withoutSlash(decodeURIComponent(resolved.pathname)),
    anchor: decodeURIComponent(resolved.hash.slice(1)).replace(/:~:.*$/, ''),
  };
}

/** Whether a page stands for every address that is not there; it has no address of its own. */
export function isNotFound(pathname: string): boolean {
  return pathname.endsWith('/404.html');
}

/** Path of a page, as readers see it, for its file in a build, e.g. `/docs/install` for `docs/install.html`. */
export function pathOfFile(file: string, baseUrl: string): string {
  const below = file.split(path.sep).join('/');
  return below === '404.html'
    ? `${baseUrl}404.html`
    : withoutSlash(baseUrl + below.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')) || '/';
}

/**
 * Files and paths of all pages of a finished build.
 *
 * @throws Error where there is no build
 */
export function listPaths(folder: string, baseUrl: string): {file: string; pathname: string}[] {
  if (!fs.existsSync(path.join(folder, 'index.html'))) {
    throw new Error(`${folder} 里没有构建好的站点。办法：先运行 npm run build`);
  }
  return fs
    .readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.html'))
    .map((file) => ({file, pathname: pathOfFile(file, baseUrl)}))
    .sort((a, b) => a.pathname.localeCompare(b.pathname));
}

/** The pages of a build, by their decoded paths. */
export class BuiltSite {
  readonly pages = new Map<string, BuiltPage>();

  constructor(
    private readonly outDir: string,
    readonly address: SiteAddress,
    /** Whether all plugins have written what they write; else what they will write counts as there. */
    readonly isFinished = false,
  ) {}

  /** File of a path below the base URL; undefined if there is none. */
  private file(pathname: string): string | undefined {
    const below = pathname.slice(this.address.baseUrl.length);
    return [below && `${below}.html`, `${below}/index.html`, below]
      .map((name) => path.join(this.outDir, name))
      .find((file) => fs.statSync(file, {throwIfNoEntry: false})?.isFile());
  }

  /**
   * Reads the pages at some paths.
   *
   * @throws Error where a path has no file
   */
  async read(paths: readonly string[]): Promise<void> {
    const queue = [...new Set(paths)];
    const next = async (): Promise<void> => {
      for (let pathname = queue.pop(); pathname !== undefined; pathname = queue.pop()) {
        const decoded = withoutSlash(decodeURI(pathname));
        const file = this.file(decoded);
        if (!file) {
          throw new Error(`构建结果里没有 ${pathname} 的文件（${this.outDir}）`);
        }
        this.pages.set(decoded, readBuiltPage(await fs.promises.readFile(file, 'utf8')));
      }
    };
    await Promise.all(Array.from({length: 8}, next));
  }

  /** Reads every page of a finished build. */
  readAll(): void {
    for (const {file, pathname} of listPaths(this.outDir, this.address.baseUrl)) {
      this.pages.set(pathname, readBuiltPage(fs.readFileSync(path.join(this.outDir, file), 'utf8')));
    }
  }

  private hasFile(pathname: string): boolean {
    const below = `/${pathname.slice(this.address.baseUrl.length)}`;
    const file = path.join(this.outDir, below);
    return (
      (!this.isFinished && WRITTEN_LATER.test(below)) ||
      fs.statSync(file, {throwIfNoEntry: false})?.isFile() === true
    );
  }

  private check(page: string, href: string, isLink: boolean): BrokenReference | undefined {
    const target = resolveOnSite(href, page, this.address);
    const outside = /^\/(?!\/)[^?#]*/.exec(href)?.[0];
    if (target === undefined && outside !== undefined) {
      // A path of this host, but not of this site: written without the base URL.
      return {reason: isLink ? 'page' : 'file', page, href, path: outside, anchor: ''};
    }
    if (target === undefined) {
      return undefined;
    }
    if (target === null) {
      return {reason: 'undecodable', page, href, path: href, anchor: ''};
    }
    // The language menu of the page for what is not there leads to its own address.
    if (isNotFound(page) && `${target.path}.html` === page) {
      return undefined;
    }
    const linked = isLink ? this.pages.get(target.path) : undefined;
    if (!linked) {
      return this.hasFile(target.path)
        ? undefined
        : {reason: isLink && !/\.\w{1,5}$/.test(target.path) ? 'page' : 'file', page, href, ...target};
    }
    const missing = target.anchor !== '' && target.anchor !== 'top' && !linked.anchors.has(target.anchor);
    return missing ? {reason: 'anchor', page, href, ...target} : undefined;
  }

  /** Every reference on every page that leads nowhere. */
  broken(): BrokenReference[] {
    return [...this.pages]
      .flatMap(([page, {links, files}]) => [
        ...[...links].map((href) => this.check(page, href, true)),
        ...[...files].map((href) => this.check(page, href, false)),
      ])
      .filter((reference) => reference !== undefined);
  }
}

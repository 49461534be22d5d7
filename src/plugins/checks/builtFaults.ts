import fs from 'node:fs';
import path from 'node:path';
import {type BrokenReference, type BuiltSite, resolveOnSite, withoutSlash} from './builtSite';
import type {Fault} from '../../content/checks/fault';
import {readReferences, type Reference} from '../../content/markdown';
import {anchorCure, repaired} from '../../content/checks/links';
import {redirects} from '../../content/routes';
import {pageFaults} from './builtRules';
import {nearest, SLIP} from '../../site/nearest';
import type {Route} from '../../content/checks/duplicates';
import {classify} from '../../content/pages';

const KINDS = {
  page: '断开的链接',
  anchor: '断开的锚点',
  file: '文件或图片不存在',
  undecodable: '无法解码的地址',
} as const;

function describe(broken: BrokenReference): string {
  const {reason, href, path: target, anchor, page} = broken;
  switch (reason) {
    case 'page':
      return `链接 ${href} 指向不存在的页面 ${target}`;
    case 'anchor':
      return target === page ? `本页没有锚点 #${anchor}` : `链接 ${href} 的目标页没有锚点 #${anchor}`;
    case 'file':
      return `没有文件 ${href}`;
    case 'undecodable':
      return `地址 ${href} 里的百分号编码无法解码`;
  }
}

/** Path that a Markdown file had, now that it is gone: a compiled page from the cache may still link there. */
function expectedPath(file: string): string {
  const version = classify(file)?.version;
  const below = version ? version.path + file.slice(version.directory.length) : `/${file}`;
  return below.replace(/\.mdx?$/i, '').replace(/\/(index|readme)$/i, '');
}

/** Earlier addresses of pages, with the present one. */
function movedPages(siteDir: string): Map<string, string> {
  return new Map(redirects(siteDir).flatMap(({from, to}) => from.map((address) => [address, to] as const)));
}

/** Says which fault a reference is and where, for the faults that the built pages show. */
class BrokenReferences {
  private readonly fileOf: Map<string, string>;
  private readonly pathOf: Map<string, string>;
  private readonly references = new Map<string, Reference[]>();
  private code?: {file: string; lines: string[]}[];

  /**
   * @param routes pages that have a file of their own
   * @param moved earlier addresses of pages and where the pages are now
   */
  constructor(
    private readonly siteDir: string,
    private readonly site: BuiltSite,
    routes: readonly Route[],
    private readonly moved: ReadonlyMap<string, string>,
  ) {
    this.fileOf = new Map(routes.map(({permalink, file}) => [withoutSlash(decodeURI(permalink)), file]));
    this.pathOf = new Map(routes.map(({permalink, file}) => [file, permalink]));
  }

  /** Anchors that a reader or writer knows, without those that the theme makes for itself. */
  private anchorsOf(page: string): string[] {
    return [...(this.site.pages.get(page)?.anchors ?? [])].filter(
      (anchor) => !/^(__|theme-|fn-|[:«_])/.test(anchor),
    );
  }

  private cure({reason, path: target, anchor, href}: BrokenReference): string {
    const {baseUrl} = this.site.address;
    switch (reason) {
      case 'page': {
        const moved = this.moved.get(`/${target.slice(baseUrl.length)}`);
        const [best] = nearest(target, this.site.pages.keys(), 1, SLIP);
        return moved
          ? `页面已移到 ${moved}，改成这个地址`
          : best
            ? `改成最接近的页面 ${best}`
            : '没有相近的页面：新建它，或删去链接';
      }
      case 'anchor': {
        return anchorCure(anchor, this.fileOf.get(target) ?? target, this.anchorsOf(target));
      }
      case 'file': {
        const [best] = nearest(target.slice(baseUrl.length), this.staticFiles());
        return best ? `改成最接近的文件 /${best}，或把文件放进 static/` : '把文件放进 static/';
      }
      case 'undecodable':
        return `要写百分号本身，改成 ${repaired(href)}；否则删去它`;
    }
  }

  private staticFiles(): string[] {
    const root = path.join(this.siteDir, 'static');
    return fs.existsSync(root)
      ? fs
          .readdirSync(root, {recursive: true, encoding: 'utf8'})
          .map((name) => name.split(path.sep).join('/'))
          .filter((name) => /\.\w+$/.test(name))
      : [];
  }

  private read(file: string): Reference[] {
    let found = this.references.get(file);
    if (!found) {
      const source = path.join(this.siteDir, file);
      found =
        /\.mdx?$/.test(file) && fs.existsSync(source) ? readReferences(fs.readFileSync(source, 'utf8')) : [];
      this.references.set(file, found);
    }
    return found;
  }

  /** An address of a Markdown file as its page has it. */
  private asBuilt(url: string, file: string): string {
    const {baseUrl} = this.site.address;
    const match = /^([^?#]*\.mdx?)([?#].*)?$/i.exec(url);
    if (match) {
      const target = path.posix.join(path.posix.dirname(file), decodeURI(match[1]!));
      return (this.pathOf.get(target) ?? expectedPath(target)) + (match[2] ?? '');
    }
    return url.startsWith('/') && !url.startsWith(baseUrl) ? baseUrl + url.slice(1) : url;
  }

  /** Lines of the page's Markdown on which a broken reference stands. */
  private markdownLines(broken: BrokenReference, file: string): number[] {
    const lines = this.read(file)
      .filter(({url}) => {
        const built = this.asBuilt(url, file);
        const resolved = resolveOnSite(built, broken.page, this.site.address);
        return resolved
          ? resolved.path === broken.path && resolved.anchor === broken.anchor
          : built === broken.href;
      })
      .map(({line}) => line);
    return [...new Set(lines)];
  }

  /** Where the site's own code writes an address. */
  private inCode({href, path: target}: BrokenReference): {file: string; line: number} | undefined {
    this.code ??= ['docusaurus.config.ts', 'sidebars.ts', 'src', 'blog/authors.yml']
      .flatMap((name) => {
        const full = path.join(this.siteDir, name);
        const isFolder = fs.statSync(full, {throwIfNoEntry: false})?.isDirectory();
        return isFolder
          ? fs.readdirSync(full, {recursive: true, encoding: 'utf8'}).map((inner) => path.join(name, inner))
          : [name];
      })
      .filter(
        (file) => /\.(tsx?|jsx?|json|ya?ml)$/.test(file) && fs.existsSync(path.join(this.siteDir, file)),
      )
      .map((file) => ({
        file: file.split(path.sep).join('/'),
        lines: fs.readFileSync(path.join(this.siteDir, file), 'utf8').split(/\r?\n/),
      }));
    const below = `/${target.slice(this.site.address.baseUrl.length)}`;
    for (const written of new Set([href, target, below])) {
      for (const {file, lines} of this.code) {
        const found = lines.findIndex((line) => ['"', "'", '`'].some((q) => line.includes(q + written + q)));
        if (found !== -1) {
          return {file, line: found + 1};
        }
      }
    }
    return undefined;
  }

  /** One fault for each place in the sources; pages that only repeat what stands elsewhere add nothing. */
  describe(references: readonly BrokenReference[]): Fault[] {
    const faults: Fault[] = [];
    const rest = new Map<string, BrokenReference[]>();
    const located = new Set<string>();
    for (const broken of references) {
      const key = `${broken.reason} ${broken.path} ${broken.anchor}`;
      const file = this.fileOf.get(broken.page);
      const lines = file ? this.markdownLines(broken, file) : [];
      for (const line of lines) {
        faults.push(this.fault(broken, file!, line));
        located.add(key);
      }
      if (lines.length === 0) {
        rest.set(key, [...(rest.get(key) ?? []), broken]);
      }
    }
    for (const [key, same] of rest) {
      const code = this.inCode(same[0]!);
      if (code) {
        faults.push(this.fault(same[0]!, code.file, code.line, same.length));
      } else if (!located.has(key)) {
        const [first] = same;
        faults.push(this.fault(first!, this.fileOf.get(first!.page) ?? first!.page, undefined, same.length));
      }
    }
    return faults;
  }

  private fault(broken: BrokenReference, file: string, line?: number, pages = 1): Fault {
    return {
      kind: KINDS[broken.reason],
      file,
      line,
      problem: describe(broken) + (pages > 1 ? `（${pages} 个页面上都有，例如 ${broken.page}）` : ''),
      cure: this.cure(broken),
    };
  }
}

/**
 * Everything that is wrong with the pages of a build.
 *
 * @param routes pages that have a file of their own
 * @param siteTitle title of the site
 */
export function builtFaults(
  siteDir: string,
  site: BuiltSite,
  routes: readonly Route[] = [],
  siteTitle?: string,
): Fault[] {
  const references = new BrokenReferences(siteDir, site, routes, movedPages(siteDir));
  return [...references.describe(site.broken()), ...pageFaults(siteDir, site, routes, siteTitle)];
}

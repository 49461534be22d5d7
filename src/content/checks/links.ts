import fs from 'node:fs';
import path from 'node:path';
import type {MarkdownHooks} from '@docusaurus/types';
import {nearest, SLIP} from '../../site/nearest';
import {type SiteVersion, VERSIONS} from '../../site/versions';
import type {Reference} from '../markdown';
import {BLOG_DIRECTORY, contentFiles, type Page, PAGES_DIRECTORY, readPage, siteFile} from '../pages';
import {maskCode} from '../prose';
import {readRoutes, sourceFile} from '../routes';
import {type Fault, SiteFaults} from './fault';
import {syntaxFault} from './frontMatter';
import {list} from './list';

const IMAGE = /\.(svg|png|jpe?g|webp|avif|gif|ico)$/i;
const MARKDOWN = /\.mdx?$/i;

/** Whether an address has a percent sign that does not start a valid UTF-8 sequence. */
export function isUndecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return false;
  } catch {
    return true;
  }
}

const decoded = (text: string) => (isUndecodable(text) ? text : decodeURIComponent(text));

/** The address as it would be accepted: each percent sign that encodes nothing is itself encoded. */
export function repaired(address: string): string {
  const partly = address.replace(/%(?![0-9a-f]{2})/gi, '%25');
  return isUndecodable(partly) ? address.replaceAll('%', '%25') : partly;
}

/** What to write instead of an anchor that a page lacks. */
export function anchorCure(anchor: string, file: string, anchors: readonly string[]): string {
  const [best] = nearest(anchor, anchors);
  return `${best ? `改成 #${best}` : `去掉 #${anchor}`}；${file} 的锚点：${list(anchors, 12)}`;
}

/** What is wrong with an address that can't be decoded. */
function undecodable(file: string, line: number | undefined, address: string, cure?: string): Fault {
  return {
    kind: '无法解码的地址',
    file,
    line,
    problem: `地址「${address}」里的百分号编码不完整，浏览器和服务器都无法解码`,
    cure: cure ?? `要写百分号本身，改成 ${repaired(address)}；否则删去它`,
  };
}

/** The addresses of one page, and what of the site they lead to. */
class PageLinks {
  /** Folder of the tree or section that the page is in. */
  private readonly section: string;

  constructor(
    private readonly siteDir: string,
    private readonly page: Page,
  ) {
    const {kind, version} = page;
    this.section = version?.directory ?? (kind === 'post' ? BLOG_DIRECTORY : PAGES_DIRECTORY);
  }

  private exists(file: string): boolean {
    return fs.existsSync(path.join(this.siteDir, file));
  }

  /** Files that a path may mean; Docusaurus takes the first that exists. */
  private targets(target: string, image: boolean): string[] {
    const near = path.posix.join(path.posix.dirname(this.page.file), target);
    if (target.startsWith('@site/')) {
      return [target.slice('@site/'.length)];
    }
    if (image) {
      return target.startsWith('/') ? [`static${target}`] : [near];
    }
    if (target.startsWith('/')) {
      return [this.section + target, target.slice(1)];
    }
    return target.startsWith('.') ? [near] : [near, `${this.section}/${target}`, target];
  }

  /** The tree that a page's address is in, where it is not the one of this page. */
  private otherVersion(target: string): SiteVersion | undefined {
    const inside = ({path: folder}: SiteVersion) => target === folder || target.startsWith(`${folder}/`);
    // The newest tree's address begins those of all others.
    const found = [...VERSIONS].reverse().find(inside);
    return this.page.version && found !== this.page.version ? found : undefined;
  }

  private asWritten(target: string): string {
    if (target.startsWith('static/')) {
      return target.slice('static'.length);
    }
    const relative = path.posix.relative(path.posix.dirname(this.page.file), target);
    return relative.startsWith('.') ? relative : `./${relative}`;
  }

  /** What to do about a file that is not there, or not where a link can lead. */
  private cure(targets: readonly string[], image: boolean): string {
    const elsewhere = targets.find((target) => this.exists(target));
    if (elsewhere && !image) {
      return `${elsewhere} 不在 ${this.section}/ 里，从这里要写网页的地址（以 / 开头，不带 .md）`;
    }
    const near = image ? this.nearImages(targets[0]!) : this.nearPages(targets[0]!);
    const found = near.map((target) => this.asWritten(target));
    return found.length > 0
      ? `改成 ${found[0]}${found.length > 1 ? `；相近的文件：${found.join('、')}` : ''}`
      : image
        ? '新建这个文件，或删去这处引用'
        : '那一页删去了就删去这处链接，移走了就改成新的路径；还没有写就新建它';
  }

  private nearImages(target: string): string[] {
    const files = ['static', this.section].flatMap((folder) => contentFiles(this.siteDir, folder, IMAGE));
    return nearest(target, files, 3);
  }

  /** The page that has moved from a file, else those whose address is one slip away. */
  private nearPages(target: string): string[] {
    const {siteDir, section, page} = this;
    const address = (file: string) => file.replace(/(?:\/index)?\.mdx?$/i, '');
    const old = `/docs${address(target).slice(section.length)}`;
    const moved = page.version && readRoutes(siteDir).find(({live = []}) => live.includes(old));
    const file = moved && sourceFile(siteDir, section, moved.path);
    if (file) {
      return [siteFile(siteDir, file)];
    }
    const files = new Map(
      contentFiles(siteDir, section, MARKDOWN).flatMap((one) => [
        [address(one), one],
        [one.replace(MARKDOWN, ''), one],
      ]),
    );
    return nearest(address(target), files.keys(), 3, SLIP).map((found) => files.get(found)!);
  }

  /** A fault of a link or picture whose file Docusaurus does not find. */
  missing({url, line, image}: Reference): Fault {
    const noun = image ? '图片' : ' Markdown 文件';
    return {
      kind: image ? '图片不存在' : '链接的 Markdown 文件不存在',
      file: this.page.file,
      line,
      problem: url === '' ? `${noun.trim()}的地址是空的` : `找不到${noun} ${url}`,
      cure: this.cure(this.targets(decoded(url.replace(/[?#].*$/s, '')), image), image),
    };
  }

  /** A relative link to a page without the `.md` by which it is found; one to a file beside the page is none. */
  private notMarkdown({url, line}: Reference, target: string): Fault | undefined {
    if (this.targets(target, false).some((one) => this.exists(one) && /\.\w+$/.test(one))) {
      return undefined;
    }
    const file = `${target.replace(/\.html?$|\/$/i, '')}.md`;
    const targets = this.targets(file, false);
    return {
      kind: '链接的 Markdown 文件不存在',
      file: this.page.file,
      line,
      problem: `链接 ${url} 不是 Markdown 文件的路径`,
      cure: targets.some((one) => this.exists(one)) ? `改成 ${file}` : this.cure(targets, false),
    };
  }

  /** What is wrong with an address, as far as the sources tell. */
  faultOf(reference: Reference): Fault | undefined {
    const {url, line} = reference;
    const {file} = this.page;
    if (url === '' || /^[a-z][a-z0-9+.-]*:/i.test(url)) {
      return undefined;
    }
    if (isUndecodable(url)) {
      return undecodable(file, line, url);
    }
    if (url.startsWith('//')) {
      return undefined;
    }
    const [target, anchor] = [decoded(url.replace(/[?#].*$/s, '')), decoded(/#(.*)$/s.exec(url)?.[1] ?? '')];
    const image = reference.image || target.startsWith('/img/');
    const other = this.otherVersion(target);
    if (other) {
      return {
        kind: '指向别的版本的链接',
        file,
        line,
        problem: `地址 ${url} 是 ${other.release} 的页面，读者会离开正在读的版本`,
        cure: '写成相对于这个文件的 .md 路径，例如 ../install/index.md；要比较两个版本，就让读者用页首的版本链接',
      };
    }
    if (!image && target !== '' && !MARKDOWN.test(target)) {
      return this.page.kind === 'page' || target.startsWith('/')
        ? undefined
        : this.notMarkdown(reference, target);
    }
    const found =
      target === ''
        ? file
        : this.targets(target, image).find(
            // Docusaurus resolves no link to a Markdown file of another tree or section.
            (one) => (image || one.startsWith(`${this.section}/`)) && this.exists(one),
          );
    if (found === undefined) {
      return this.missing({...reference, image});
    }
    const linked =
      image || anchor === '' ? undefined : found === file ? this.page : readPage(this.siteDir, found);
    // Which anchors a page has that can't be read is not known; that it can't is told of the page.
    if (
      !linked ||
      syntaxFault(linked) ||
      anchor === 'top' ||
      linked.anchors.has(anchor) ||
      linked.text.includes(`id="${anchor}"`)
    ) {
      return undefined;
    }
    return {
      kind: '断开的锚点',
      file,
      line,
      problem: linked === this.page ? `本页没有锚点 #${anchor}` : `链接 ${url} 的目标页没有锚点 #${anchor}`,
      cure: anchorCure(anchor, linked.file, [...linked.anchors]),
    };
  }
}

const ADDRESS =
  /(!?)\[(?:[^[\]]|\[[^[\]]*\])*\]\(\s*<?([^\s()<>]+)|\]:\s*<?([^\s<>]+)|\b(href|src|to|poster)\s*=\s*["'{]*([^\s)>"'}]+)/g;

/** The addresses on the lines of a page as a quick look has them: none is left out, some may be none. */
function quickReferences({lines}: Page): Reference[] {
  return lines.flatMap((line, i) =>
    [...maskCode(line).matchAll(ADDRESS)].map(([, mark, inline, definition, attribute, value]) => {
      const url = inline ?? definition ?? value!;
      return {url, line: i + 1, image: mark === '!' || attribute === 'src' || IMAGE.test(url)};
    }),
  );
}

/**
 * Links, their anchors and pictures of a page that lead nowhere, as far as the sources tell, and addresses that can't be
 * decoded. Only a page on which a quick look finds one is parsed, since parsing all takes longer than all other checks.
 */
export function linkFaults(siteDir: string, page: Page): Fault[] {
  const links = new PageLinks(siteDir, page);
  const {slug} = page.frontMatter;
  return [
    ...(isUndecodable(page.file)
      ? [undecodable(page.file, undefined, page.file, '改文件名，去掉百分号：文件名就是页面的地址')]
      : []),
    ...(typeof slug === 'string' && isUndecodable(slug)
      ? [undecodable(page.file, page.lineOfKey('slug'), slug)]
      : []),
    ...(quickReferences(page).some((reference) => links.faultOf(reference))
      ? page.references.flatMap((reference) => links.faultOf(reference) ?? [])
      : []),
  ];
}

/** Stops on a reference that Docusaurus could not resolve, naming with it all others of the file. */
function stop(sourceFilePath: string, first: Reference): never {
  const siteDir = process.cwd();
  const page = readPage(siteDir, siteFile(siteDir, path.resolve(sourceFilePath)));
  const links = new PageLinks(siteDir, page);
  const others = page.references.filter(({url, line}) => url !== first.url || line !== first.line);
  throw new SiteFaults([links.missing(first), ...others.flatMap((other) => links.faultOf(other) ?? [])]);
}

/** What happens on a link or an image in Markdown whose file does not exist: the build stops. */
export const markdownHooks: MarkdownHooks = {
  onBrokenMarkdownLinks: ({url, sourceFilePath, node}) =>
    stop(sourceFilePath, {url, line: node.position?.start.line ?? 1, image: false}),
  onBrokenMarkdownImages: ({url, sourceFilePath, node}) =>
    stop(sourceFilePath, {url, line: node.position?.start.line ?? 1, image: true}),
};

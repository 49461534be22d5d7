import fs from 'node:fs';
import path from 'node:path';
import type {MarkdownHooks} from '@docusaurus/types';
import {type Fault, SiteFaults} from './fault';
import {readReferences, type Reference} from './markdown';
import {nearest} from '../../site/nearest';
import {BLOG_DIRECTORY, classify, contentFiles, PAGES_DIRECTORY, type Source} from './sources';

const IMAGE = /\.(svg|png|jpe?g|webp|avif|gif|ico)$/i;

interface Place {
  siteDir: string;
  /** File with the reference, relative to the site. */
  file: string;
  /** Folder of the tree or section that the file is in, relative to the site. */
  section: string;
}

function locate(sourceFilePath: string): Place {
  const siteDir = process.cwd();
  const file = path.relative(siteDir, path.resolve(sourceFilePath)).split(path.sep).join('/');
  const place = classify(file);
  const section = place?.version?.directory ?? (place?.kind === 'post' ? BLOG_DIRECTORY : PAGES_DIRECTORY);
  return {siteDir, file, section};
}

/** Path part of an address without query and fragment, decoded as far as it can be. */
function pathOf(url: string): string {
  const plain = url.replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Files, relative to the site, that a reference may mean; Docusaurus takes the first that exists. */
function targets({file, section}: Place, {url, image}: Reference): string[] {
  const target = pathOf(url);
  const near = path.posix.join(path.posix.dirname(file), target);
  if (target.startsWith('@site/')) {
    return [target.slice('@site/'.length)];
  }
  if (image) {
    return target.startsWith('/') ? [`static${target}`] : [near];
  }
  if (target.startsWith('/')) {
    return [section + target, target.slice(1)];
  }
  return target.startsWith('.') ? [near] : [near, `${section}/${target}`, target];
}

function isLocal(url: string): boolean {
  return url !== '' && !/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(url);
}

function isMissing(place: Place, reference: Reference): boolean {
  const {url, image} = reference;
  return (
    isLocal(url) &&
    (image || /\.mdx?$/i.test(pathOf(url))) &&
    !targets(place, reference).some((target) => fs.existsSync(path.join(place.siteDir, target)))
  );
}

/** Whether a link leads to a Markdown file of another tree or section, which Docusaurus does not resolve. */
function leavesSection(place: Place, reference: Reference): boolean {
  const {siteDir, section} = place;
  const {url, image} = reference;
  return (
    !image &&
    isLocal(url) &&
    /\.mdx?$/i.test(pathOf(url)) &&
    !targets(place, reference).some(
      (target) => target.startsWith(`${section}/`) && fs.existsSync(path.join(siteDir, target)),
    )
  );
}

function asWritten({file}: Place, target: string): string {
  if (target.startsWith('static/')) {
    return target.slice('static'.length);
  }
  const relative = path.posix.relative(path.posix.dirname(file), target);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

function cure(place: Place, reference: Reference): string {
  const {siteDir, section} = place;
  const [wanted, ...others] = targets(place, reference);
  const elsewhere = [wanted!, ...others].find((target) => fs.existsSync(path.join(siteDir, target)));
  if (elsewhere && !reference.image) {
    return `${elsewhere} 不在 ${section}/ 里，从这里要写网页的地址（以 / 开头，不带 .md）`;
  }
  const candidates = reference.image
    ? [...contentFiles(siteDir, 'static', IMAGE), ...contentFiles(siteDir, section, IMAGE)]
    : contentFiles(siteDir, section, /\.mdx?$/);
  const found = nearest(wanted!, candidates, 3).map((target) => asWritten(place, target));
  return found.length > 0
    ? `改成 ${found[0]}；相近的文件：${found.join('、')}`
    : '新建这个文件，或删去这处引用';
}

function fault(place: Place, reference: Reference): Fault {
  const {url, line, image} = reference;
  const noun = image ? '图片' : ' Markdown 文件';
  return {
    kind: image ? '图片不存在' : '链接的 Markdown 文件不存在',
    file: place.file,
    line,
    problem: url === '' ? `${noun.trim()}的地址是空的` : `找不到${noun} ${url}`,
    cure: cure(place, reference),
  };
}

const ADDRESS = /\]\(\s*<?([^\s()<>]+)/g;

/**
 * Links and images of a page whose files do not exist. Only a page with an address that looks missing is parsed, since
 * parsing all of them takes longer than the other checks together.
 */
export function missingFileFaults({file, text}: Source): Fault[] {
  const place = locate(file);
  const missing = (reference: Reference) => isMissing(place, reference) || leavesSection(place, reference);
  const suspect = [...text.matchAll(ADDRESS)].some(([, url = '']) =>
    missing({url, line: 1, image: IMAGE.test(pathOf(url))}),
  );
  return suspect
    ? readReferences(text)
        .filter(missing)
        .map((reference) => fault(place, reference))
    : [];
}

/** Stops on a reference that Docusaurus could not resolve, naming with it all others of the file. */
function stop(sourceFilePath: string, first: Reference): never {
  const place = locate(sourceFilePath);
  const text = fs.readFileSync(path.join(place.siteDir, place.file), 'utf8');
  const others = readReferences(text).filter(
    (reference) =>
      isMissing(place, reference) && !(reference.url === first.url && reference.line === first.line),
  );
  throw new SiteFaults([first, ...others].map((reference) => fault(place, reference)));
}

/** What happens on a link or an image in Markdown whose file does not exist: the build stops. */
export const markdownHooks: MarkdownHooks = {
  onBrokenMarkdownLinks: ({url, sourceFilePath, node}) =>
    stop(sourceFilePath, {url, line: node.position?.start.line ?? 1, image: false}),
  onBrokenMarkdownImages: ({url, sourceFilePath, node}) =>
    stop(sourceFilePath, {url, line: node.position?.start.line ?? 1, image: true}),
};

import path from 'node:path';
import type {Element, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import {hasName, type Inventory, type Names, readInventory} from '../../content/inventory';
import {findName, isTelling} from '../../content/names';
import {siteFile} from '../../content/pages';
import {REFERENCE} from '../../content/reference';
import {parseFenceMeta} from '../../site/fenceMeta';
import {NEWEST_RELEASE, VERSIONS, type SiteVersion} from '../../site/versions';

/** The names of two releases: the one that a page is about and the newest on the package index. */
interface Releases {
  own: Inventory;
  newest: Names;
}

/** The full name of what a text names, where the newest release no longer has it. */
export function findGone(text: string, {own, newest}: Releases): string | undefined {
  const full = findName(text, own);
  return full && !hasName(newest, full) ? full : undefined;
}

/** At most so many names are told; a word that stands in more packages says nothing. */
const MOST_ALIKE = 3;

const packageOf = (name: string) => name.split('.', 2).join('.');

/** Dotted names of a release by their last part: of each package the shortest that is public. */
export function byLastPart(names: Names): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [module, own] of Object.entries(names)) {
    for (const last of typeof own === 'string' || /\._/.test(module) ? [] : own) {
      found.set(last, [...(found.get(last) ?? []), `${module}.${last}`]);
    }
  }
  found.forEach((all, last) => {
    const sorted = all.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const isFirst = (name: string, i: number) =>
      sorted.findIndex((other) => packageOf(other) === packageOf(name)) === i;
    found.set(last, sorted.filter(isFirst));
  });
  return found;
}

/** What a release calls like a name that it does not have, with blanks between; empty where nothing or too much. */
export function calledAlike(full: string, alike: ReadonlyMap<string, readonly string[]>): string {
  const last = full.slice(full.lastIndexOf('.') + 1);
  const found = isTelling(last) ? (alike.get(last) ?? []) : [];
  return found.length > MOST_ALIKE ? '' : found.join(' ');
}

function versionOf(siteDir: string, file: string): SiteVersion | undefined {
  const relative = path.relative(siteDir, file).split(path.sep).join('/');
  return VERSIONS.find(({directory}) => relative.startsWith(`${directory}/`));
}

function textOf({children}: Element): string {
  return children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

function jsx(type: 'mdxJsxTextElement' | 'mdxJsxFlowElement', name: string, value: string): never {
  const attributes = [{type: 'mdxJsxAttribute', name: name === 'GoneName' ? 'name' : 'names', value}];
  return {type, name, attributes, children: []} as never;
}

/** The dotted name at the beginning of a signature. */
function signatureName(code: Element): string | undefined {
  const meta = code.properties.metastring;
  return typeof meta === 'string' && parseFenceMeta('python', meta).role === 'signature'
    ? /^\s*([\w.]+)/.exec(textOf(code))?.[1]
    : undefined;
}

/**
 * Tells readers of an old release which names the newest one on the package index no longer has: at each name, and in a
 * list at the end of the page. Runs before `rehypeCodeBlocks`, to which it leaves the mark at a signature.
 */
export default function rehypeGoneNames({siteDir}: {siteDir: string}) {
  const newest = readInventory<Names>(siteDir, NEWEST_RELEASE);
  const alike = byLastPart(newest ?? {});
  const releases = new Map<string, Releases | undefined>();

  function read({release}: SiteVersion): Releases | undefined {
    if (!releases.has(release)) {
      const own = readInventory(siteDir, release);
      releases.set(release, own && newest && {own, newest});
    }
    return releases.get(release);
  }

  return (tree: Root, file: VFile): void => {
    const version = versionOf(siteDir, file.path);
    const names = version && read(version);
    if (!names) {
      return;
    }
    const gone = new Set<string>();
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName === 'pre') {
        const code = node.children.find((child): child is Element => child.type === 'element');
        const name = code && signatureName(code);
        if (code && name && findGone(name, names)) {
          code.properties.gone = calledAlike(name, alike);
          gone.add(name);
        }
        return SKIP;
      }
      if (node.tagName !== 'code' || !parent || index === undefined) {
        return undefined;
      }
      const text = textOf(node);
      const full = findGone(text, names);
      if (full) {
        gone.add(full);
        parent.children.splice(index, 1, jsx('mdxJsxTextElement', 'GoneName', text));
      }
      return SKIP;
    });
    // A page of the reference says it at each signature.
    if (gone.size > 0 && !siteFile(siteDir, file.path).startsWith(`${version.directory}/${REFERENCE}/`)) {
      const list = Object.fromEntries([...gone].sort().map((name) => [name, calledAlike(name, alike)]));
      tree.children.push(jsx('mdxJsxFlowElement', 'GoneNames', JSON.stringify(list)));
    }
  };
}

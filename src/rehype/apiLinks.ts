import path from 'node:path';
import type {Element, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import {isTelling, nameIn, readings} from '../content/names';
import {readReferenceEntries} from '../content/referencePages';
import {VERSIONS} from '../site/versions';

/**
 * The address of the entry that inline code names.
 *
 * @param code text of the inline code, e.g. `relay.build` or `tvm.build()`
 * @param entries addresses by dotted name
 * @param page address of the page itself without anchor, on which a telling name needs no module
 */
export function entryOf(
  code: string,
  entries: ReadonlyMap<string, string>,
  page: string,
): string | undefined {
  const name = nameIn(code);
  if (!name) {
    return undefined;
  }
  if (name.includes('.')) {
    return readings(name)
      .map((full) => entries.get(full))
      .find((url) => url !== undefined);
  }
  const own = isTelling(name)
    ? [...entries].filter(([full, url]) => full.endsWith(`.${name}`) && url.startsWith(`${page}#`))
    : [];
  return own.length === 1 ? own[0]![1] : undefined;
}

/** Links inline code that names an entry of the API reference of the page's version to it; not in links and headings. */
export default function rehypeApiLinks({siteDir}: {siteDir: string}) {
  return (tree: Root, file: VFile): void => {
    const relative = path.relative(siteDir, file.path).split(path.sep).join('/');
    const version = VERSIONS.find(({directory}) => relative.startsWith(`${directory}/`));
    if (!version) {
      return;
    }
    const entries = readReferenceEntries(siteDir, version);
    if (entries.size === 0) {
      return;
    }
    const below = relative
      .slice(version.directory.length)
      .replace(/\.mdx?$/, '')
      .replace(/\/index$/, '');
    visit(tree, (node, index, parent) => {
      if ((node as {name?: string}).name === 'SourceLink') {
        return SKIP;
      }
      if (node.type !== 'element') {
        return undefined;
      }
      if (/^(?:a|pre|h[1-6])$/.test(node.tagName)) {
        return SKIP;
      }
      if (node.tagName !== 'code' || !parent || index === undefined) {
        return undefined;
      }
      const text = node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
      const href = entryOf(text, entries, version.path + below);
      if (href === undefined) {
        return SKIP;
      }
      const link: Element = {
        type: 'element',
        tagName: 'a',
        properties: {href, className: ['api-link']},
        children: [node],
      };
      parent.children[index] = link as never;
      return SKIP;
    });
  };
}

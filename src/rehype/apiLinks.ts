import path from 'node:path';
import type {Element, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import {readReferenceEntries} from '../site/node/referenceEntries';
import {VERSIONS} from '../site/versions';

const CALL = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?$/;

/** Whether the last part of a name alone can only mean the API: `FuseOps`, `apply_history_best`, not `build`. */
function isTelling(name: string): boolean {
  return /[^_]_[^_]/.test(name) || /[a-z\d][A-Z]/.test(name);
}

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
  const name = CALL.exec(code.trim())?.[1];
  if (!name) {
    return undefined;
  }
  if (name.includes('.')) {
    return entries.get(name) ?? entries.get(`tvm.${name}`);
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

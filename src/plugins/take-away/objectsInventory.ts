import {deflateSync} from 'node:zlib';
import {type ApiEntry, findEntry, type Inventory, readInventory} from '../../content/inventory';
import {pagePath} from '../../content/pageAddress';
import type {Page} from '../../content/pages';
import {readReferenceEntries, readReferencePages} from '../../content/referencePages';
import type {SiteVersion} from '../../site/versions';

/** A name as Sphinx lists it. */
export interface InventoryObject {
  name: string;
  /** Domain and role, e.g. `py:function`. */
  role: string;
  /** 1 for what a search would show, -1 for what it would not. */
  priority: number;
  /** Address below that of the version. */
  uri: string;
  /** What a link says that says nothing else; the name unless given. */
  display?: string;
}

function roleOf(entry: ApiEntry | undefined): string {
  switch (entry?.kind) {
    case 'class':
    case 'function':
    case 'module':
      return `py:${entry.kind}`;
    default:
      return 'py:data';
  }
}

function objectsOf(inventory: Inventory, name: string, uri: string): InventoryObject[] {
  const entry = findEntry(inventory, name);
  const members = Object.entries(entry?.members ?? {}).map(([member, sig]) => ({
    name: `${name}.${member}`,
    role: sig.startsWith('(') ? 'py:method' : 'py:attribute',
    priority: 1,
    uri,
  }));
  return [{name, role: roleOf(entry), priority: 1, uri}, ...members];
}

/** What other projects can link to by name in a version: entries of its API reference with their members, modules, pages. */
export function inventoryObjects(
  siteDir: string,
  version: SiteVersion,
  pages: readonly Page[],
): InventoryObject[] {
  const inventory = readInventory(siteDir, version.release) ?? {};
  const below = (url: string) => url.slice(version.path.length + 1);
  const entries = [...readReferenceEntries(siteDir, version)].flatMap(([name, url]) =>
    objectsOf(inventory, name, below(url)),
  );
  const modules = readReferencePages(siteDir, version).flatMap(({place, url}): InventoryObject[] => {
    const name = `tvm.${place.replaceAll('/', '.')}`;
    return inventory[name] ? [{name, role: 'py:module', priority: 0, uri: below(url)}] : [];
  });
  const documents = pages.map((page): InventoryObject => {
    const {title} = page.frontMatter;
    return {
      name: page.docId,
      role: 'std:doc',
      priority: -1,
      uri: below(pagePath(page)),
      ...(typeof title === 'string' && {display: title}),
    };
  });
  const seen = new Set<string>();
  return [...entries, ...modules, ...documents].filter(({role, name}) => {
    const isNew = !seen.has(`${role} ${name}`);
    seen.add(`${role} ${name}`);
    return isNew;
  });
}

/** An inventory as Sphinx reads it (`objects.inv`, version 2), by which intersphinx links to the names of a version. */
export function writeInventory(
  project: string,
  release: string,
  objects: readonly InventoryObject[],
): Buffer {
  const head = [
    '# Sphinx inventory version 2',
    `# Project: ${project}`,
    `# Version: ${release}`,
    '# The remainder of this file is compressed using zlib.',
    '',
  ].join('\n');
  const lines = objects.map(({name, role, priority, uri, display}) => {
    const short = uri.endsWith(`#${name}`) ? `${uri.slice(0, -name.length)}$` : uri;
    return `${name} ${role} ${priority} ${short} ${display ?? '-'}\n`;
  });
  return Buffer.concat([Buffer.from(head), deflateSync(lines.join(''), {level: 9})]);
}

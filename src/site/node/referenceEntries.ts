import fs from 'node:fs';
import path from 'node:path';
import {REFERENCE} from '../reference';
import type {SiteVersion} from '../versions';

const ENTRY = /^###\s.*\{\/\*\s*#((?:tvm|vta)\.[\w.]+)\s*\*\/\}\s*$/gm;

interface Cached {
  /** Paths and times of change of the files that were read. */
  state: string;
  entries: ReadonlyMap<string, string>;
}

const cache = new Map<string, Cached>();

function pathOf(relative: string): string {
  const page = relative.replace(/\.mdx?$/, '').replace(/(?:^|\/)index$/, '');
  return page && `/${page}`;
}

/**
 * The addresses of all entries of the API reference of a version, by dotted name, below the base URL. Reads the pages
 * again when one of them has changed, so that a preview has what was just written.
 */
export function readReferenceEntries(
  siteDir: string,
  {directory, path: versionPath}: Pick<SiteVersion, 'directory' | 'path'>,
): ReadonlyMap<string, string> {
  const root = path.join(siteDir, directory, REFERENCE);
  if (!fs.existsSync(root)) {
    return new Map();
  }
  const files = fs
    .readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => /\.mdx?$/.test(name))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
  const state = files.map((name) => `${name} ${fs.statSync(path.join(root, name)).mtimeMs}`).join('\n');
  const known = cache.get(root);
  if (known?.state === state) {
    return known.entries;
  }
  const entries = new Map<string, string>();
  for (const name of files) {
    for (const [, anchor] of fs.readFileSync(path.join(root, name), 'utf8').matchAll(ENTRY)) {
      entries.set(anchor!, `${versionPath}/${REFERENCE}${pathOf(name)}#${anchor!}`);
    }
  }
  cache.set(root, {state, entries});
  return entries;
}

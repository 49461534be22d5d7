import fs from 'node:fs';
import path from 'node:path';
import {REFERENCE} from '../reference';
import type {SiteVersion} from '../versions';

const ENTRY = /^###\s.*\{\/\*\s*#((?:tvm|vta)\.[\w.]+)\s*\*\/\}\s*$/gm;

/** A page of the API reference. */
export interface ReferencePage {
  /** Address below the base URL. */
  url: string;
  /** Path below the folder of the reference, without `index`, e.g. `relay/transform`. */
  place: string;
  title: string;
  description: string;
  /** Addresses of its entries by dotted name. */
  entries: ReadonlyMap<string, string>;
}

type Tree = Pick<SiteVersion, 'directory' | 'path'>;

interface Cached {
  /** Paths and times of change of the files that were read. */
  state: string;
  pages: readonly ReferencePage[];
  entries: ReadonlyMap<string, string>;
}

const cache = new Map<string, Cached>();

function placeOf(relative: string): string {
  return relative.replace(/\.mdx?$/, '').replace(/(?:^|\/)index$/, '');
}

/** A text of the front matter, without the quotes around it. */
function field(text: string, key: string): string {
  return new RegExp(`^${key}:\\s*(['"]?)(.*)\\1\\s*$`, 'm').exec(text)?.[2] ?? '';
}

function readPage(file: string, place: string, url: string): ReferencePage {
  const text = fs.readFileSync(file, 'utf8');
  const names = [...text.matchAll(ENTRY)].map(([, name]) => name!);
  return {
    url,
    place,
    title: field(text, 'title'),
    description: field(text, 'description'),
    entries: new Map(names.map((name) => [name, `${url}#${name}`])),
  };
}

/** Reads the reference of a version again when one of its pages has changed, so that a preview has what was just written. */
function readReference(siteDir: string, {directory, path: versionPath}: Tree): Cached {
  const root = path.join(siteDir, directory, REFERENCE);
  const files = fs.existsSync(root)
    ? fs
        .readdirSync(root, {recursive: true, encoding: 'utf8'})
        .filter((name) => /\.mdx?$/.test(name))
        .map((name) => name.split(path.sep).join('/'))
        .sort()
    : [];
  const state = files.map((name) => `${name} ${fs.statSync(path.join(root, name)).mtimeMs}`).join('\n');
  const known = cache.get(root);
  if (known?.state === state) {
    return known;
  }
  const pages = files.map((name) => {
    const place = placeOf(name);
    return readPage(path.join(root, name), place, `${versionPath}/${REFERENCE}${place && `/${place}`}`);
  });
  const read = {state, pages, entries: new Map(pages.flatMap(({entries}) => [...entries]))};
  cache.set(root, read);
  return read;
}

/** The addresses of all entries of the API reference of a version, by dotted name, below the base URL. */
export function readReferenceEntries(siteDir: string, version: Tree): ReadonlyMap<string, string> {
  return readReference(siteDir, version).entries;
}

/** The pages of the API reference of a version, by path; not the index of the whole. */
export function readReferencePages(siteDir: string, version: Tree): readonly ReferencePage[] {
  return readReference(siteDir, version).pages.filter(({place}) => place !== '');
}

import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {type IndexEntry, type Postings, RECORDS_PER_FILE, spellingKey} from '../../site/searchIndex';
import type {StoredRecord} from '../../site/searchTypes';
import {namePostings} from './names';
import {invert, toFiles} from './postings';
import type {WeightedRecord} from './records';
import {readUnderstanding, latinSpellings, traditionalOf} from './understanding';

/** Characters kept of a section to cut snippets from. */
const KEPT_PROSE = 1500;
const KEPT_CODE = 500;

function stored({hierarchy, type, url, prose, code, signature, aliases = []}: WeightedRecord): StoredRecord {
  const content = [prose.slice(0, KEPT_PROSE), code.slice(0, KEPT_CODE)].filter(Boolean).join(' ');
  return {
    hierarchy,
    type,
    url,
    content: content || null,
    ...(signature && {signature}),
    ...(aliases.length > 0 && {aliases}),
  };
}

function headingsOf({hierarchy: {lvl0: _, ...headings}}: WeightedRecord): string[] {
  return Object.values(headings).filter((heading) => heading !== null);
}

/**
 * Makes the files of the index of a version, by name.
 *
 * @param pages records of each page that the version's search covers
 */
export function makeIndex(siteDir: string, pages: readonly WeightedRecord[][]): Map<string, unknown> {
  const records = pages.flat();
  const {synonyms, intents} = readUnderstanding(siteDir);
  const words = invert(records);
  const headings = records.map((record) => headingsOf(record).at(-1) ?? '');
  const names = [
    ...pages.flatMap(([first]) => [first!.hierarchy.lvl1 ?? '', ...(first!.aliases ?? [])]),
    ...Object.entries(synonyms).flat(2),
  ];
  const terms = new Map<string, Postings[string]>([...words, ...namePostings(records)]);
  for (const [letters, phrases] of latinSpellings(names, headings)) {
    terms.set(spellingKey(letters), phrases);
  }
  const files = toFiles(terms);
  const parts: [string, unknown][] = [
    ...files.map((file, i): [string, unknown] => [`terms/${i}`, file]),
    ...Array.from({length: Math.ceil(records.length / RECORDS_PER_FILE)}, (_, i): [string, unknown] => [
      `records/${i}`,
      records.slice(i * RECORDS_PER_FILE, (i + 1) * RECORDS_PER_FILE).map(stored),
    ]),
    ['words', [...words.keys()].filter((word) => /^[a-z]\w{3,}$/.test(word)).sort()],
    ['traditional', traditionalOf([...words.keys()])],
  ];
  // Named by what is in it, so that an index never finds records of another build.
  const folder = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);
  let first = 0;
  const entry: IndexEntry = {
    folder,
    starts: files.map((file) => Object.keys(file)[0]!),
    pages: pages.map((page) => {
      const start = first;
      first += page.length;
      return [page[0]!.url, start];
    }),
    synonyms,
    intents,
  };
  return new Map([
    ['entry.json', entry],
    ...parts.map(([name, content]): [string, unknown] => [`${folder}/${name}.json`, content]),
  ]);
}

/** Writes files as JSON into a folder. */
export function writeJsonFiles(directory: string, files: ReadonlyMap<string, unknown>): void {
  const folders = new Set([...files.keys()].map((name) => path.dirname(path.join(directory, name))));
  folders.forEach((folder) => fs.mkdirSync(folder, {recursive: true}));
  files.forEach((content, name) => fs.writeFileSync(path.join(directory, name), JSON.stringify(content)));
}

import {existsSync, mkdirSync, readdirSync, renameSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {readRecords} from '../../src/content/exampleRecords';
import {type PageRecord, recordedFile, type Results} from '../../src/site/examples';
import {nearest} from '../../src/site/nearest';

function resultsFile(root: string, version: string): string {
  return path.join(root, 'examples/results', `${version}.json`);
}

/** Releases that have a file of records. */
export function recordedVersions(root: string): string[] {
  const directory = path.join(root, 'examples/results');
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
}

/** The records as text: pages in order, one line each, so that two branches rarely change the same line. */
export function formatResults({version, pages}: Results): string {
  const lines = Object.keys(pages)
    .sort()
    .map((page) => `    ${JSON.stringify(page)}: ${JSON.stringify(pages[page])}`);
  const body = lines.length > 0 ? `{\n${lines.join(',\n')}\n  }` : '{}';
  return `{\n  "version": ${JSON.stringify(version)},\n  "pages": ${body}\n}\n`;
}

/**
 * Changes records of a version on disk; `undefined` removes one. The file is read again just before and replaced
 * in one step, so an interrupted run leaves it whole and a run beside this one loses nothing.
 */
export function updateResults(
  root: string,
  version: string,
  changes: Record<string, PageRecord | undefined>,
): void {
  const file = resultsFile(root, version);
  const results = readRecords(root, version);
  const pages = Object.entries({...results.pages, ...changes}).filter(
    (entry): entry is [string, PageRecord] => entry[1] !== undefined,
  );
  mkdirSync(path.dirname(file), {recursive: true});
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, formatResults({...results, pages: Object.fromEntries(pages)}));
  renameSync(temporary, file);
}

/**
 * Takes the records of pages out, by the path that a page has or had.
 *
 * @throws Error where there is no such record; then none is taken out
 */
export function dropRecords(root: string, names: readonly string[]): void {
  const recorded = recordedVersions(root).flatMap((version) =>
    Object.keys(readRecords(root, version).pages).map((key) => ({version, key, file: recordedFile(version, key)})),
  );
  for (const name of names) {
    if (!recorded.some(({file}) => file === name)) {
      const [near] = nearest(name, recorded.map(({file}) => file));
      throw new Error(`没有「${name}」的记录。办法：写站点根目录下的路径${near ? `，如 ${near}` : ''}`);
    }
  }
  for (const {version, key} of recorded.filter(({file}) => names.includes(file))) {
    updateResults(root, version, {[key]: undefined});
  }
}

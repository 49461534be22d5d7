import {existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {formatRecords, readRecords, recordFile, RECORDS} from '../../src/content/exampleRecords';
import {type PageRecord, recordedFile} from '../../src/site/examples';
import {nearest} from '../../src/site/nearest';

/** Releases that have records. */
export function recordedVersions(root: string): string[] {
  const directory = path.join(root, RECORDS);
  return existsSync(directory) ? readdirSync(directory) : [];
}

/**
 * Changes records of a release on disk; `undefined` removes one. The files are read again just before and each is
 * replaced in one step, so an interrupted run leaves them whole and a run beside this one loses nothing.
 */
export function updateRecords(
  root: string,
  release: string,
  changes: Record<string, PageRecord | undefined>,
): void {
  const changed = new Set(Object.keys(changes).map((key) => recordFile(release, key)));
  const pages = Object.entries({...readRecords(root, release).pages, ...changes});
  for (const name of changed) {
    const own = pages.filter(([key, record]) => record && recordFile(release, key) === name);
    const file = path.join(root, name);
    if (own.length === 0) {
      rmSync(file, {force: true});
      continue;
    }
    mkdirSync(path.dirname(file), {recursive: true});
    const temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, formatRecords(Object.fromEntries(own) as Record<string, PageRecord>));
    renameSync(temporary, file);
  }
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
    updateRecords(root, version, {[key]: undefined});
  }
}

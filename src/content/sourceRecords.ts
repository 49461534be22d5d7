import fs from 'node:fs';
import path from 'node:path';
import {readJson} from './json';
import type {SourceRecords} from './sourceLinks';

/** File, relative to the site, with the lines of TVM's source that the pages of a release link to. */
export function sourceRecordsFile(release: string): string {
  return `data/sources/${release}.json`;
}

/**
 * The records of a release; none where no page of it links to the source.
 *
 * @throws Error naming the file where it holds no JSON
 */
export function readSourceRecords(siteDir: string, release: string): SourceRecords {
  const file = sourceRecordsFile(release);
  const cure = '从 Git 恢复这个文件，或删去它再运行 npm run sources';
  return readJson<{targets: SourceRecords}>(siteDir, file, cure)?.targets ?? {};
}

function byName<T>(object: Record<string, T>): [string, T][] {
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The records as text: in order, a line for each, so that two branches rarely change the same line. */
export function formatRecords(version: string, records: SourceRecords): string {
  const targets = byName(records)
    .filter(([, symbols]) => Object.keys(symbols).length > 0)
    .map(([target, symbols]) => {
      const lines = byName(symbols).map(
        ([symbol, {line, text}]) => `      ${JSON.stringify(symbol)}: ${JSON.stringify({line, text})}`,
      );
      return `    ${JSON.stringify(target)}: {\n${lines.join(',\n')}\n    }`;
    });
  const body = targets.length > 0 ? `{\n${targets.join(',\n')}\n  }` : '{}';
  return `{\n  "version": ${JSON.stringify(version)},\n  "targets": ${body}\n}\n`;
}

/** Replaces the records of a release in one step; where there are none, there is no file. */
export function writeSourceRecords(siteDir: string, release: string, records: SourceRecords): void {
  const file = path.join(siteDir, sourceRecordsFile(release));
  if (Object.keys(records).length === 0) {
    fs.rmSync(file, {force: true});
    return;
  }
  fs.mkdirSync(path.dirname(file), {recursive: true});
  const temporary = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temporary, formatRecords(release, records));
  fs.renameSync(temporary, file);
}

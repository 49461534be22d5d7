import fs from 'node:fs';
import path from 'node:path';
import {
  type FenceRecord,
  type Measurement,
  type PageRecord,
  recordedFile,
  recordSection,
  type Results,
} from '../site/examples';
import {VERSIONS} from '../site/versions';

export const RECORDS = 'examples/results';

/** A record as its file has it: a fence is `kind result hash`, then the reason where there is one. */
type Written = Omit<PageRecord, 'fences'> & {fences: string[]};

function parseFence(text: string): FenceRecord {
  const [kind, result, hash, ...reason] = text.split(' ') as [
    FenceRecord['kind'],
    FenceRecord['result'],
    string,
  ];
  return {kind, result, hash, ...(reason.length > 0 && {reason: reason.join(' ')})};
}

const formatFence = ({kind, result, hash, reason}: FenceRecord) =>
  [kind, result, hash, reason ?? []].flat().join(' ');

/** The records of the pages of a section as text: pages in order, a few lines each, so that two branches rarely change the same line. */
export function formatRecords(pages: Results['pages']): string {
  const one = ([key, {fences, measured, ...run}]: [string, PageRecord]) =>
    [
      `  ${JSON.stringify(key)}: {`,
      [
        ...Object.entries({run, ...(measured && {measured})}).map(
          ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
        ),
        `    "fences": ${JSON.stringify(fences.map(formatFence))}`,
      ].join(',\n'),
      '  }',
    ].join('\n');
  return `{\n${Object.entries(pages).sort().map(one).join(',\n')}\n}\n`;
}

function readSection(siteDir: string, file: string): [string, PageRecord][] {
  try {
    const pages = JSON.parse(fs.readFileSync(path.join(siteDir, file), 'utf8')) as Record<
      string,
      {run: Written; measured?: Measurement; fences: string[]}
    >;
    return Object.entries(pages).map(([key, {run, measured, fences}]) => [
      key,
      {...run, ...(measured && {measured}), fences: fences.map(parseFence)},
    ]);
  } catch (error) {
    const problem = `${file}：不是运行记录（${(error as Error).message}）`;
    throw new Error(`${problem}。办法：从 Git 恢复这个文件，再运行有改动的页面`, {cause: error});
  }
}

/**
 * The records of a release; without pages where none was ever written.
 *
 * @throws Error naming the file that holds none
 */
export function readRecords(siteDir: string, release: string): Results {
  const folder = path.join(RECORDS, release);
  const names = fs.existsSync(path.join(siteDir, folder))
    ? fs.readdirSync(path.join(siteDir, folder)).sort()
    : [];
  const files = names.filter((name) => name.endsWith('.json')).map((name) => path.join(folder, name));
  return {version: release, pages: Object.fromEntries(files.flatMap((file) => readSection(siteDir, file)))};
}

/** Where the record of a page is, below the site. */
export function recordFile(release: string, key: string): string {
  return path.join(RECORDS, release, `${recordSection(key)}.json`);
}

/** The record of each page in the files of its own release; posts by that of the release that they name. */
function readAll(siteDir: string): [file: string, record: PageRecord][] {
  return VERSIONS.flatMap(({release}) =>
    Object.entries(readRecords(siteDir, release).pages).map(([key, record]): [string, PageRecord] => [
      recordedFile(release, key),
      record,
    ]),
  );
}

/** Records of the pages of all releases, by the path of the page below the site. */
export function readPageRecords(siteDir: string): Map<string, PageRecord> {
  return new Map(readAll(siteDir));
}

/** Figures that were measured for the pages of all releases, by the path of the page below the site. */
export function readMeasurements(siteDir: string): Map<string, Measurement> {
  return new Map(
    readAll(siteDir).flatMap(([page, {measured}]) => (measured ? [[page, measured] as const] : [])),
  );
}

import {type Measurement, type PageRecord, recordedFile, type Results} from '../site/examples';
import {readJson} from './json';
import {VERSIONS} from '../site/versions';

const DIRECTORY = 'examples/results';

/** The records of a release; without pages where none was ever written. @throws SiteFaults where its file holds no JSON */
export function readRecords(siteDir: string, release: string): Results {
  return readJson<Results>(siteDir, `${DIRECTORY}/${release}.json`) ?? {version: release, pages: {}};
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

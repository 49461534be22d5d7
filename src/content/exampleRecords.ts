import fs from 'node:fs';
import path from 'node:path';
import type {Measurement, Results} from '../site/examples';
import {VERSIONS} from '../site/versions';

const DIRECTORY = 'examples/results';

/** Figures that were measured for the pages of all releases, by the path of the page below the site. */
export function readMeasurements(siteDir: string): Map<string, Measurement> {
  const files = VERSIONS.map(({release}) => path.join(siteDir, DIRECTORY, `${release}.json`));
  const pages = files
    .filter((file) => fs.existsSync(file))
    .flatMap((file) => Object.entries((JSON.parse(fs.readFileSync(file, 'utf8')) as Results).pages));
  return new Map(pages.flatMap(([page, {measured}]) => (measured ? [[page, measured] as const] : [])));
}

import fs from 'node:fs';
import path from 'node:path';
import type {Fault} from '../../src/plugins/checks/fault';
import type {Inventory} from '../../src/site/inventory';
import {pageKey, parseEntries, REFERENCE, summaryOf} from '../../src/site/reference';
import {readReferenceNames} from '../../src/site/node/referenceNames';
import {VERSIONS} from '../../src/site/versions';
import {exampleFaults, nameResolver} from './usage';
import {type CoveredPage, referenceFaults, summaryFaults} from './faults';

/** The names of a release with their kinds and parameter lists. */
export function readInventory(siteDir: string, release: string): Inventory {
  return JSON.parse(fs.readFileSync(path.join(siteDir, 'data/api', `${release}.json`), 'utf8')) as Inventory;
}

/** Markdown files of the reference of a tree, relative to the site. */
function filesOf(siteDir: string, directory: string): string[] {
  const root = path.join(siteDir, directory, REFERENCE);
  return fs.existsSync(root)
    ? fs
        .readdirSync(root, {recursive: true, encoding: 'utf8'})
        .filter((name) => /\.mdx?$/.test(name))
        .map((name) => `${directory}/${REFERENCE}/${name.split(path.sep).join('/')}`)
        .sort()
    : [];
}

/** The pages of a tree's reference with their entries, by what they cover. */
export function readCovered(siteDir: string, release: string): CoveredPage[] {
  const {directory} = VERSIONS.find((version) => version.release === release)!;
  const names = readReferenceNames(siteDir, release);
  const pages = new Map<string, CoveredPage>();
  for (const file of filesOf(siteDir, directory)) {
    const key = pageKey(file.slice(`${directory}/${REFERENCE}/`.length), names);
    if (key !== undefined) {
      const page = pages.get(key) ?? {key, files: []};
      page.files.push({file, entries: parseEntries(fs.readFileSync(path.join(siteDir, file), 'utf8'))});
      pages.set(key, page);
    }
  }
  return [...pages.values()];
}

/** What is wrong with the pages of the reference, or with some of them, and how much there is. */
export function checkReference(
  siteDir: string,
  only: readonly string[] = [],
): {faults: Fault[]; pages: number; entries: number; names: number} {
  const outcome = {faults: [] as Fault[], pages: 0, entries: 0, names: 0};
  for (const {release} of VERSIONS) {
    const names = readReferenceNames(siteDir, release);
    outcome.names += Object.values(names).reduce((sum, page) => sum + Object.keys(page).length, 0);
    const covered = readCovered(siteDir, release).filter(
      ({files}) => only.length === 0 || files.some(({file}) => only.includes(file)),
    );
    if (covered.length > 0) {
      const inventory = readInventory(siteDir, release);
      outcome.faults.push(
        ...referenceFaults(covered, names, inventory),
        ...summaryFaults(covered, summaryOf),
        ...exampleFaults(siteDir, release, nameResolver(inventory, names)).filter(
          ({file}) => only.length === 0 || only.includes(file!),
        ),
      );
    }
    outcome.pages += covered.reduce((sum, {files}) => sum + files.length, 0);
    outcome.entries += covered.reduce(
      (sum, {files}) => sum + files.reduce((n, f) => n + f.entries.length, 0),
      0,
    );
  }
  return outcome;
}

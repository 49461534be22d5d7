import type {Fault} from '../../src/content/checks/fault';
import {readInventory} from '../../src/content/inventory';
import {pageKey, REFERENCE, summaryOf} from '../../src/content/reference';
import {readReferenceNames} from '../../src/content/referenceNames';
import {referenceSources} from '../../src/content/referencePages';
import {VERSIONS} from '../../src/site/versions';
import {exampleFaults, nameResolver} from './usage';
import {type CoveredPage, referenceFaults, summaryFaults} from './faults';

/** The pages of a tree's reference with their entries, by what they cover. */
export function readCovered(siteDir: string, release: string): CoveredPage[] {
  const {directory} = VERSIONS.find((version) => version.release === release)!;
  const names = readReferenceNames(siteDir, release);
  const pages = new Map<string, CoveredPage>();
  for (const source of referenceSources(siteDir, {directory})) {
    const key = pageKey(source.file.slice(`${directory}/${REFERENCE}/`.length), names);
    if (key !== undefined) {
      const page = pages.get(key) ?? {key, files: []};
      page.files.push(source);
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
      const inventory = readInventory(siteDir, release) ?? {};
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

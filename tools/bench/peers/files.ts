import fs from 'node:fs';
import path from 'node:path';
import type {Builds} from '../build';
import {measureRun, type Usage} from '../process';

/** A built site that is measured. */
export interface MeasuredSite {
  name: string;
  outDir: string;
  builds?: Pick<Builds, 'cold'>;
  /** Address of a page, by its path on this site. */
  address(page: string): string;
  /** Selector of what is there once the site's code has run. */
  ready: string;
  /** Expression that is true once a page answers, e.g. its search button opens. */
  answers: string;
}

/** Writes text files by their path below a folder. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, text);
  }
}

/** Makes a folder, or empties it. */
export function emptyFolder(folder: string): string {
  fs.rmSync(folder, {recursive: true, force: true});
  fs.mkdirSync(folder, {recursive: true});
  return folder;
}

/**
 * Builds a site of another generator that has been written, with this site's static files.
 *
 * @param cli file of the generator's command, below `packages`
 */
export function buildWith(
  cli: string,
  {folder, siteDir, packages}: Record<'folder' | 'siteDir' | 'packages', string>,
): Promise<Usage> {
  fs.cpSync(path.join(siteDir, 'static'), path.join(folder, 'public'), {recursive: true});
  fs.symlinkSync(packages, path.join(folder, 'node_modules'), 'junction');
  return measureRun([cli, 'build'], folder);
}

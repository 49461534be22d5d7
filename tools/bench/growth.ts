import fs from 'node:fs';
import path from 'node:path';
import {serveSite} from '../server';
import {buildSite, type FixtureOptions, makeFullSizeSite} from './fixture';
import type {Usage} from './process';
import {benchTransfer, type Transfer} from './transfer';

/** A site of some size: how long it builds and what a first visit loads. */
export interface Size {
  versions: number;
  pages: number;
  /** A build without any cache. */
  cold: Usage;
  visits: Transfer[];
}

export interface Growth {
  sizes: Size[];
  /** Compressed bytes of script that one more page of the newest version, or one more version, adds to a first visit. */
  added: {path: string; perPage: number; perVersion: number}[];
}

const PAGES = 200;
const EXTRA_PAGES = 50;
const VERSIONS = {least: 1, usual: 3, most: 10};
const VISITED = ['/', '/docs/tutorial/quick_start'];

async function measureSize(siteDir: string, work: string, size: Partial<FixtureOptions>): Promise<Size> {
  const target = path.join(work, 'growth');
  fs.rmSync(target, {recursive: true, force: true});
  const {versions = VERSIONS.usual, extraPages = 0} = size;
  await makeFullSizeSite({versions, extraPages, pagesPerVersion: PAGES, siteDir, target});
  const cold = await buildSite(target);
  const server = await serveSite(path.join(target, 'build'));
  const visits = await benchTransfer(server.origin, VISITED).finally(() => server.close());
  fs.rmSync(target, {recursive: true, force: true});
  return {versions, pages: versions * PAGES + extraPages, cold, visits};
}

/** Measures sites of more and more versions, the largest of 2,000 pages, and what a page and a version add. */
export async function benchGrowth(siteDir: string, work: string): Promise<Growth> {
  const least = await measureSize(siteDir, work, {versions: VERSIONS.least});
  const usual = await measureSize(siteDir, work, {versions: VERSIONS.usual});
  const longer = await measureSize(siteDir, work, {extraPages: EXTRA_PAGES});
  const most = await measureSize(siteDir, work, {versions: VERSIONS.most});
  const added = VISITED.map((visited, i) => {
    const script = ({visits}: Size) => visits[i]!.bytes.script ?? 0;
    return {
      path: visited,
      perPage: (script(longer) - script(usual)) / EXTRA_PAGES,
      perVersion: (script(most) - script(usual)) / (VERSIONS.most - VERSIONS.usual),
    };
  });
  return {sizes: [least, usual, longer, most], added};
}

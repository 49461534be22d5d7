import fs from 'node:fs';
import path from 'node:path';
import {type Mechanism, MECHANISMS} from '../../src/site/mechanisms';
import {serveSite} from '../server';
import {copySite} from '../siteCopy';
import {buildSite} from './build';
import {benchStart, HYDRATED, type Start} from './start';
import {benchTransfer} from './transfer';

/** What a first visit to a page takes on a site that is without one of the mechanisms of speed. */
export interface WithoutMechanism {
  /** Undefined for the site as it is. */
  without?: Mechanism;
  path: string;
  scriptBytes: number;
  start: Start;
}

/** Home, a page, one with much code, the longest. */
const VISITED = [
  '/',
  '/docs/tutorial/quick_start',
  '/docs/tutorial/uma',
  '/docs/reference/api/python/topi/tensor',
];

/** Builds the site once with every mechanism and once without each; returns the folders by what is missing. */
async function buildAll(siteDir: string, work: string): Promise<[Mechanism | undefined, string][]> {
  const source = path.join(work, 'measures-source');
  fs.rmSync(source, {recursive: true, force: true});
  fs.mkdirSync(source, {recursive: true});
  copySite(siteDir, source);
  const builds: [Mechanism | undefined, string][] = [];
  for (const without of [undefined, ...MECHANISMS]) {
    // The bundler's cache does not know the switch.
    fs.rmSync(path.join(source, 'node_modules/.cache'), {recursive: true, force: true});
    await buildSite(source, without ? {SPEED_WITHOUT: without} : {});
    const build = path.join(work, 'measures', without ?? 'all');
    fs.rmSync(build, {recursive: true, force: true});
    fs.cpSync(path.join(source, 'build'), build, {recursive: true});
    builds.push([without, build]);
  }
  fs.rmSync(source, {recursive: true, force: true});
  return builds;
}

/**
 * Builds the site without each of the mechanisms of speed, and measures each build in turn with the site as it is, so
 * that a machine that slows down meanwhile slows both.
 */
export async function benchMeasures(siteDir: string, work: string, runs: number): Promise<WithoutMechanism[]> {
  const [[, whole], ...others] = (await buildAll(siteDir, work)) as [
    [undefined, string],
    ...[Mechanism | undefined, string][],
  ];
  const results: WithoutMechanism[] = [];
  for (const [without, build] of others) {
    const servers = await Promise.all([serveSite(whole), serveSite(build)]);
    const sites = servers.map(({origin}) => ({origin, paths: VISITED, answers: HYDRATED}));
    const starts = await benchStart(sites, runs);
    for (const [i, {origin}] of sites.entries()) {
      const visits = await benchTransfer(origin, VISITED);
      visits.forEach(({path: visited, bytes}, j) => {
        const start = starts[i]![j]!;
        results.push({without: i === 0 ? undefined : without, path: visited, scriptBytes: bytes.script ?? 0, start});
      });
    }
    await Promise.all(servers.map((server) => server.close()));
  }
  return results;
}

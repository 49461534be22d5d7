import fs from 'node:fs';
import path from 'node:path';
import {measureRun, type Usage} from './process';
import {median} from './results';

/** A build without any cache, and one with all of them. */
export interface Builds {
  cold: Usage;
  warm: Usage;
}

/** Builds of two sites in turn, and how they compare: medians of the ratios of each round. */
export interface PairedBuilds {
  rounds: {own: Builds; stock: Builds}[];
  /** The cold build against the stock site's cold one. */
  coldToCold: number;
  /** The warm build against the stock site's cold one. */
  warmToCold: number;
}

const DOCUSAURUS = 'node_modules/@docusaurus/core/bin/docusaurus.mjs';

/** What Node is given to build a site as its package says: `node [options] docusaurus.mjs build`, and what follows it left out. */
function buildArguments(siteDir: string): string[] {
  const {scripts} = JSON.parse(fs.readFileSync(path.join(siteDir, 'package.json'), 'utf8')) as {
    scripts?: {build: string};
  };
  const [program, ...args] = (scripts?.build ?? '').split(' && ', 1)[0]!.split(' ');
  return program === 'node' ? args : [DOCUSAURUS, 'build'];
}

/**
 * Builds a site into its folder `build`.
 *
 * @param env variables on top of those of this process
 */
export function buildSite(siteDir: string, env?: Record<string, string>): Promise<Usage> {
  return measureRun(buildArguments(siteDir), siteDir, env);
}

/** Removes what earlier builds leave behind that makes the next one faster; the packages of the measurements stay. */
function removeCaches(siteDir: string): void {
  const cache = path.join(siteDir, '.cache');
  const inCache = fs.existsSync(cache) ? fs.readdirSync(cache).filter((name) => name !== 'bench') : [];
  for (const name of ['.docusaurus', 'node_modules/.cache', ...inCache.map((entry) => `.cache/${entry}`)]) {
    fs.rmSync(path.join(siteDir, name), {recursive: true, force: true});
  }
}

/** Builds the site without any cache and then again with all of them. */
export async function benchBuild(siteDir: string): Promise<Builds> {
  removeCaches(siteDir);
  const cold = await buildSite(siteDir);
  return {cold, warm: await buildSite(siteDir)};
}

/** Builds two sites in turn, so that a machine whose speed drifts treats both alike. */
export async function benchPairedBuilds(own: string, stock: string, count: number): Promise<PairedBuilds> {
  const rounds: PairedBuilds['rounds'] = [];
  for (let i = 0; i < count; i++) {
    rounds.push({own: await benchBuild(own), stock: await benchBuild(stock)});
  }
  const ratio = (of: 'cold' | 'warm') =>
    median(rounds.map((round) => round.own[of].seconds / round.stock.cold.seconds));
  return {rounds, coldToCold: ratio('cold'), warmToCold: ratio('warm')};
}

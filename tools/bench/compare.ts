import path from 'node:path';
import {serveSite} from '../server';
import {buildSite} from './build';
import {benchLighthouse, type LighthouseResult} from './lighthouse';
import {layOutStock} from './peers/docusaurus';
import type {MeasuredSite} from './peers/files';
import {installPeers} from './peers/packages';
import {buildStarlight} from './peers/starlight';
import {buildVitePress} from './peers/vitepress';
import {benchStart, HYDRATED, type Start} from './start';
import {benchTransfer, type Transfer} from './transfer';

/** Pages that every generator has: home, one with code, the one with most code, a long one with tables. */
const PAGES = ['/', '/docs/tutorial/quick_start', '/docs/tutorial/uma', '/docs/how_to/errors'];

/** What readers of a site get. */
export interface Compared {
  name: string;
  /** When it was measured, to the minute (UTC); sites with the same time were measured in turn. */
  measured: string;
  buildSeconds?: number;
  transfer: Transfer[];
  lighthouse: LighthouseResult[];
  /** Undefined where it was measured before this was. */
  start?: Start[];
}

export interface CompareOptions {
  /** Folder of this site, built. */
  siteDir: string;
  /** Folder for the other sites and the packages. */
  work: string;
  /** Names among `SITES`. */
  sites: readonly string[];
  /** Runs of Lighthouse for each page. */
  runs: number;
}

type Make = (siteDir: string, packages: string, work: string) => Promise<MeasuredSite>;

function docusaurus(name: string, siteDir: string): Omit<MeasuredSite, 'builds'> {
  return {
    name,
    outDir: path.join(siteDir, 'build'),
    address: (page) => page,
    ready: 'html[data-has-hydrated="true"]',
    answers: HYDRATED,
  };
}

/** The sites that are compared, by the name that chooses them. */
export const SITES: Record<string, Make> = {
  site: (siteDir) => Promise.resolve(docusaurus('本站', siteDir)),
  async stock(siteDir, _packages, work) {
    const folder = layOutStock(siteDir, work);
    return {...docusaurus('原样的 Docusaurus', folder), builds: {cold: await buildSite(folder)}};
  },
  vitepress: buildVitePress,
  starlight: buildStarlight,
};

/** Measures this site and others on the same Markdown, as first visits and with Lighthouse. */
export async function benchCompare({siteDir, work, sites, runs}: CompareOptions): Promise<Compared[]> {
  const unknown = sites.filter((name) => !(name in SITES));
  if (unknown.length > 0) {
    throw new Error(`没有站点 ${unknown.join('、')}；可选：${Object.keys(SITES).join('、')}`);
  }
  const packages = installPeers(path.join(work, 'peers'));
  const made: MeasuredSite[] = [];
  for (const name of sites) {
    made.push(await SITES[name]!(siteDir, packages, work));
  }
  const measured = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const servers = await Promise.all(made.map(({outDir}) => serveSite(outDir)));
  try {
    const served = made.map(({address}, i) => ({origin: servers[i]!.origin, paths: PAGES.map(address)}));
    const lighthouse = await benchLighthouse(packages, served, runs);
    const start = await benchStart(
      served.map((site, i) => ({...site, answers: made[i]!.answers})),
      runs,
    );
    const results: Compared[] = [];
    for (const [i, {name, builds, ready}] of made.entries()) {
      const transfer = await benchTransfer(served[i]!.origin, served[i]!.paths, ready);
      results.push({
        name,
        measured,
        buildSeconds: builds?.cold.seconds,
        transfer,
        lighthouse: lighthouse[i]!,
        start: start[i]!,
      });
    }
    return results;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

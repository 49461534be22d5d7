import fs from 'node:fs';
import path from 'node:path';
import {measureRun, type Usage} from './process';

/** A build without any cache, and one with all of them. */
export interface Builds {
  cold: Usage;
  warm: Usage;
}

/** Builds a site into its folder `build`, with Node's options as its package gives them. */
export function buildSite(siteDir: string): Promise<Usage> {
  const {scripts} = JSON.parse(fs.readFileSync(path.join(siteDir, 'package.json'), 'utf8')) as {
    scripts: {build: string};
  };
  return measureRun(scripts.build.split(' && ', 1)[0]!.split(' ').slice(1), siteDir);
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

import fs from 'node:fs';
import path from 'node:path';
import {measureRun, type Usage} from './process';

const DOCUSAURUS = 'node_modules/@docusaurus/core/bin/docusaurus.mjs';

/** What earlier builds leave behind that makes the next one faster. */
const CACHES = ['.docusaurus', 'node_modules/.cache', '.cache'];

/** Builds the site without any cache and then again with all of them. */
export async function benchBuild(siteDir: string): Promise<{cold: Usage; warm: Usage}> {
  for (const cache of CACHES) {
    fs.rmSync(path.join(siteDir, cache), {recursive: true, force: true});
  }
  const cold = await measureRun([DOCUSAURUS, 'build'], siteDir);
  const warm = await measureRun([DOCUSAURUS, 'build'], siteDir);
  return {cold, warm};
}

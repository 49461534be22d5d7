/**
 * Compares the links to TVM's source with their records; needs no TVM. Part of `npm test`.
 *
 * usage: tsx tools/sources/check.ts [--site DIR]
 */
import path from 'node:path';
import {parseArgs} from 'node:util';
import {formatFaults} from '../../src/plugins/checks/fault';
import {sourceLinkFaults} from '../../src/plugins/checks/sourceLinks';
import {readSourceLinks} from '../../src/site/sourceLinks';
import {readParsed} from './pages';

async function main(): Promise<void> {
  const {values} = parseArgs({options: {site: {type: 'string', default: process.cwd()}}});
  const siteDir = path.resolve(values.site);
  const sources = await readParsed(siteDir);
  const faults = sourceLinkFaults(siteDir, sources);
  const links = sources.reduce((sum, {text}) => sum + readSourceLinks(text).length, 0);
  if (faults.length > 0) {
    console.error(formatFaults(faults));
  }
  console.log(`${Math.max(0, links - faults.length)} passed, ${faults.length} failed`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});

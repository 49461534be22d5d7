/**
 * Checks the pages as far as that needs no build: front matter, text, links between pages, anchors and pictures.
 *
 * usage: tsx tools/checks/pages.ts
 */
import {contentFaults} from '../../src/plugins/checks/content';
import {formatFaults} from '../../src/plugins/checks/fault';
import {folderFaults, sameNameFaults} from '../../src/plugins/checks/folders';
import {ownFaults, sharedDescriptions} from '../../src/plugins/checks/frontMatter';
import {keyFaults} from '../../src/plugins/checks/frontMatterKeys';
import {needFaults} from '../../src/plugins/checks/needs';
import {pageLinkFaults} from '../../src/plugins/checks/pageLinks';
import {postFaults} from '../../src/plugins/checks/posts';
import {duplicateIdFaults, duplicatePathFaults} from '../../src/plugins/checks/routes';
import {readRoutes} from '../../src/site/node/redirects';
import {readParsed} from '../sources/pages';

async function main(): Promise<void> {
  const siteDir = process.cwd();
  const sources = await readParsed(siteDir);
  const routes = readRoutes(siteDir);
  const taken = duplicatePathFaults(sources);
  const faults = [
    ...sources.flatMap((source) => [
      ...ownFaults(source, taken.some(({file}) => file === source.file) ? undefined : routes),
      ...needFaults(siteDir, source),
      ...keyFaults(source),
    ]),
    ...contentFaults(siteDir, sources),
    ...folderFaults(siteDir, sources),
    ...sameNameFaults(siteDir, sources),
    ...sharedDescriptions(sources),
    ...duplicateIdFaults(sources),
    ...taken,
    ...(await postFaults(siteDir, sources)),
    ...pageLinkFaults(siteDir, sources),
  ];
  if (faults.length > 0) {
    console.error(formatFaults(faults));
  }
  const faulty = new Set(faults.map(({file}) => file)).size;
  console.log(`${Math.max(0, sources.length - faulty)} passed, ${faults.length} failed`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});

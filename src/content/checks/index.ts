/**
 * The checks of content, one entry each. The build, the preview and `npm run check` run all of them, on the same reading of
 * the pages; what only the built HTML tells is in src/plugins/checks.
 */
import type {ThemeConfig} from '@docusaurus/theme-common';
import {type Page, readPages} from '../pages';
import {LATEST} from '../../site/versions';
import {type DocRoute, readRoutes} from '../routes';
import {duplicateAnchorFaults, duplicateIdFaults, duplicatePathFaults, fileNameFaults} from './duplicates';
import {type Fault, faultsOf, SiteFaults} from './fault';
import {folderFaults, sameNameFaults} from './folders';
import {ownFaults, sharedTexts, syntaxFault} from './frontMatter';
import {keyFaults} from './frontMatterKeys';
import {linkFaults} from './links';
import {markFaults} from './marks';
import {nameFaults} from './names';
import {needFaults} from './needs';
import {optionFaults} from './options';
import {orphanFaults} from './orphans';
import {pageModuleFaults} from './pageModules';
import {positionFaults} from './positions';
import {postFaults} from './posts';
import {navbarFaults, pageReferenceFaults, readTrees, sidebarFaults, type Tree} from './references';
import {routeFaults} from './routes';
import {pageSourceFaults, unusedRecordFaults} from './sourceLinks';
import {blockFaults, contentFaults} from './text';
import {translationFaults} from './translations';
import {versionListFaults} from './versionList';

/** What of the site's settings names pages or has no effect. */
export interface CheckedSettings {
  announcementBar?: Partial<ThemeConfig['announcementBar']>;
  navbar?: {items?: object[]};
}

/** All that a check may read, read once. */
export interface Site {
  siteDir: string;
  /** Pages that could be read. */
  pages: readonly Page[];
  /** Whether these are all pages, so that what none of them uses is used by none. */
  isWhole: boolean;
  /** What upstream has; undefined where `upstream` is not to be checked. */
  routes?: readonly DocRoute[];
  /** Sidebars and docs of each version. */
  trees: readonly Tree[];
  settings: CheckedSettings;
}

type Check = {id: string} & (
  | {
      /** One page, alone or against the rest of the site. */
      reads: 'page';
      /** Whether it is also run, in a preview, on a page that was just saved; the page shows what it finds. */
      onSave?: true;
      find(page: Page, site: Site): Fault[];
    }
  | {reads: 'site'; find(site: Site): Fault[]}
);

export const CHECKS: readonly Check[] = [
  {id: 'pageModules', reads: 'site', find: ({siteDir}) => pageModuleFaults(siteDir)},
  {id: 'versionList', reads: 'site', find: ({siteDir}) => versionListFaults(siteDir)},
  {id: 'options', reads: 'site', find: ({settings}) => optionFaults(settings)},
  {id: 'frontMatter', reads: 'page', onSave: true, find: (page, {routes}) => ownFaults(page, routes)},
  {id: 'needs', reads: 'page', onSave: true, find: (page, {siteDir}) => needFaults(siteDir, page)},
  {id: 'fences', reads: 'page', onSave: true, find: blockFaults},
  {id: 'marks', reads: 'page', onSave: true, find: markFaults},
  {id: 'names', reads: 'page', onSave: true, find: (page, {siteDir}) => nameFaults(siteDir, page)},
  {id: 'anchors', reads: 'page', onSave: true, find: duplicateAnchorFaults},
  {id: 'fileNames', reads: 'page', find: (page, {routes = []}) => fileNameFaults(page, routes)},
  {id: 'keys', reads: 'page', find: keyFaults},
  {id: 'links', reads: 'page', find: (page, {siteDir}) => linkFaults(siteDir, page)},
  {id: 'references', reads: 'page', find: (page, {trees}) => pageReferenceFaults(page, trees)},
  {id: 'sourceLinks', reads: 'page', find: (page, {siteDir}) => pageSourceFaults(siteDir, page)},
  {id: 'posts', reads: 'site', find: ({siteDir, pages}) => postFaults(siteDir, pages)},
  {id: 'text', reads: 'site', find: ({siteDir, pages}) => contentFaults(siteDir, pages)},
  {id: 'sharedTexts', reads: 'site', find: ({pages}) => sharedTexts(pages)},
  {id: 'routes', reads: 'site', find: ({siteDir, routes = []}) => routeFaults(siteDir, routes)},
  {
    id: 'translations',
    reads: 'site',
    find: ({siteDir, settings}) => translationFaults(siteDir, settings.navbar?.items ?? []),
  },
  {
    id: 'sourceRecords',
    reads: 'site',
    find: ({siteDir, pages, isWhole}) => (isWhole ? unusedRecordFaults(siteDir, pages) : []),
  },
  {id: 'docIds', reads: 'site', find: ({pages}) => duplicateIdFaults(pages)},
  {id: 'paths', reads: 'site', find: ({pages}) => duplicatePathFaults(pages)},
  {id: 'folders', reads: 'site', find: ({siteDir, pages}) => folderFaults(siteDir, pages)},
  {id: 'folderNames', reads: 'site', find: ({siteDir, pages}) => sameNameFaults(siteDir, pages)},
  {id: 'positions', reads: 'site', find: ({siteDir, pages}) => positionFaults(siteDir, pages)},
  {id: 'orphans', reads: 'site', find: ({pages}) => orphanFaults(pages)},
  {
    id: 'sidebars',
    reads: 'site',
    find: ({siteDir, trees}) => trees.flatMap((tree) => sidebarFaults(siteDir, tree)),
  },
  {
    id: 'navbar',
    reads: 'site',
    find: ({siteDir, settings, trees}) =>
      navbarFaults(
        siteDir,
        settings.navbar?.items ?? [],
        trees.find(({version}) => version === LATEST)!,
      ),
  },
];

function runChecks(site: Site): Fault[] {
  const {pages} = site;
  const taken = new Set(duplicatePathFaults(pages).map(({file}) => file));
  const faults = CHECKS.flatMap((check) =>
    faultsOf(() =>
      check.reads === 'site'
        ? check.find(site)
        : // What a page lacks at an address is told where no other page has the address.
          pages.flatMap((page) =>
            check.find(page, taken.has(page.file) ? {...site, routes: undefined} : site),
          ),
    ),
  );
  // A file of data that can't be read stops several checks.
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** Everything that is wrong with the content of a site, in the order of the list, and the pages that were looked at. */
export async function checkContent(
  siteDir: string,
  settings: CheckedSettings,
): Promise<{faults: Fault[]; pages: readonly Page[]}> {
  const all = readPages(siteDir);
  const unreadable = all.flatMap((page) => syntaxFault(page) ?? []);
  const pages = all.filter(({file}) => !unreadable.some((fault) => fault.file === file));
  try {
    const [routes, trees] = [readRoutes(siteDir), await readTrees(siteDir, pages)];
    const isWhole = unreadable.length === 0;
    const site = {siteDir, pages, isWhole, routes, trees, settings};
    return {faults: [...unreadable, ...runChecks(site)], pages: all};
  } catch (error) {
    if (error instanceof SiteFaults) {
      return {faults: [...unreadable, ...error.faults], pages: all};
    }
    throw error;
  }
}

/** What is wrong with a page that was just saved, as far as the page alone tells. */
export function checkSaved(siteDir: string, page: Page): Fault[] {
  const unreadable = syntaxFault(page);
  if (unreadable) {
    return [unreadable];
  }
  const site: Site = {
    siteDir,
    pages: [page],
    isWhole: false,
    routes: readRoutes(siteDir),
    trees: [],
    settings: {},
  };
  return CHECKS.flatMap((check) => (check.reads === 'page' && check.onSave ? check.find(page, site) : []));
}

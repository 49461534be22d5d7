import type {ThemeConfig} from '@docusaurus/theme-common';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {LATEST} from '../../site/versions';
import {readRoutes, redirects} from '../../site/node/redirects';
import {addressFaults} from './addresses';
import {BuiltFaults} from './builtFaults';
import {BuiltSite} from './builtSite';
import {contentFaults, folderFaults, keyFaults} from './content';
import {type Fault, stopOnFaults} from './fault';
import {ownFaults, sharedDescriptions, syntaxFault} from './frontMatter';
import {needFaults} from './needs';
import {optionFaults} from './options';
import {pageHeadFaults} from './pageHead';
import {pageModuleFaults} from './pageModules';
import {frontMatterFaults, navbarFaults, readTrees, sidebarFaults} from './references';
import {collectRoutes, duplicateFaults, duplicateIdFaults, type Route} from './routes';
import {sourceLinkFaults} from './sourceLinks';
import {parse, type ParsedSource, readSources} from './sources';

/** What can be told from the sources alone, before Docusaurus loads them. */
async function sourceFaults({siteDir, siteConfig}: LoadContext): Promise<Fault[]> {
  const faults: Fault[] = pageModuleFaults(siteDir);
  const sources: ParsedSource[] = [];
  for (const source of readSources(siteDir)) {
    try {
      sources.push(await parse(source));
    } catch (error) {
      faults.push(syntaxFault(source, error));
    }
  }
  const routes = readRoutes(siteDir);
  const trees = await readTrees(siteDir, sources);
  const navbar = siteConfig.themeConfig.navbar as {items?: object[]} | undefined;
  return [
    ...faults,
    ...optionFaults(siteConfig.themeConfig as ThemeConfig),
    ...sources.flatMap((source) => [
      ...ownFaults(source, routes),
      ...needFaults(siteDir, source),
      ...addressFaults(source),
      ...keyFaults(source),
    ]),
    ...contentFaults(siteDir, sources),
    ...folderFaults(siteDir, sources),
    ...sharedDescriptions(sources),
    ...sourceLinkFaults(siteDir, sources),
    ...duplicateIdFaults(sources),
    ...trees.flatMap((tree) => [
      ...sidebarFaults(siteDir, tree),
      ...sources
        .filter(({version}) => version === tree.version)
        .flatMap((source) => frontMatterFaults(source, tree)),
    ]),
    ...navbarFaults(
      siteDir,
      navbar?.items ?? [],
      trees.find(({version}) => version === LATEST)!,
    ),
  ];
}

/** Earlier addresses of pages, with the present one. */
function movedPages(siteDir: string): Map<string, string> {
  return new Map(redirects(siteDir).flatMap(({from, to}) => from.map((address) => [address, to] as const)));
}

/**
 * Stops the build on content that must not be published, naming file, line and cure. It looks three times: at the
 * sources before anything is loaded, at the addresses once all content is loaded, and at the built pages; each time
 * before Docusaurus's own checks, which name pages but not the lines they come from.
 */
export default async function checks(context: LoadContext): Promise<Plugin> {
  const {siteDir} = context;
  stopOnFaults(await sourceFaults(context));
  let routes: Route[] = [];
  return {
    name: 'site-checks',
    allContentLoaded({allContent}) {
      routes = collectRoutes(context, allContent);
      stopOnFaults(duplicateFaults(routes));
      return Promise.resolve();
    },
    async postBuild({outDir, routesPaths, baseUrl, siteConfig}) {
      const site = new BuiltSite(outDir, {url: siteConfig.url, baseUrl});
      await site.read(routesPaths.filter((route) => !route.endsWith('/404.html')));
      const faults = new BuiltFaults(siteDir, site, routes, movedPages(siteDir));
      stopOnFaults([
        ...faults.describe(site.broken()),
        ...pageHeadFaults(siteDir, site, routes, siteConfig.title),
      ]);
    },
  };
}

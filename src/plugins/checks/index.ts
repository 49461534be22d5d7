import type {ThemeConfig} from '@docusaurus/theme-common';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {LATEST} from '../../site/versions';
import {readRoutes, redirects} from '../../site/node/redirects';
import {addressFaults} from './addresses';
import {BuiltFaults} from './builtFaults';
import {BuiltSite} from './builtSite';
import {contentFaults} from './content';
import {type Fault, formatFaults} from './fault';
import {folderFaults, sameNameFaults} from './folders';
import {ownFaults, sharedDescriptions, syntaxFault} from './frontMatter';
import {keyFaults} from './frontMatterKeys';
import {missingFileFaults} from './markdownHooks';
import {needFaults} from './needs';
import {optionFaults} from './options';
import {pageHeadFaults} from './pageHead';
import {pageModuleFaults} from './pageModules';
import {frontMatterFaults, navbarFaults, readTrees, sidebarFaults} from './references';
import {postFaults} from './posts';
import {collectRoutes, duplicateFaults, duplicateIdFaults, duplicatePathFaults, type Route} from './routes';
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
  const taken = duplicatePathFaults(sources);
  const trees = await readTrees(siteDir, sources);
  const navbar = siteConfig.themeConfig.navbar as {items?: object[]} | undefined;
  return [
    ...faults,
    ...optionFaults(siteConfig.themeConfig as ThemeConfig),
    ...sources.flatMap((source) => [
      ...ownFaults(source, taken.some(({file}) => file === source.file) ? undefined : routes),
      ...needFaults(siteDir, source),
      ...addressFaults(source),
      ...missingFileFaults(source),
      ...keyFaults(source),
    ]),
    ...contentFaults(siteDir, sources),
    ...folderFaults(siteDir, sources),
    ...sameNameFaults(siteDir, sources),
    ...sharedDescriptions(sources),
    ...sourceLinkFaults(siteDir, sources),
    ...duplicateIdFaults(sources),
    ...taken,
    ...(await postFaults(siteDir, sources)),
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
 * Lists faults once, at the end of what a failed build prints. Docusaurus would print a thrown error within two others,
 * each with its stack.
 */
function stopBuild(faults: readonly Fault[]): void {
  if (faults.length > 0) {
    process.off('exit', hintAtCache);
    console.error(`\n发现 ${faults.length} 处问题。\n\n${formatFaults(faults)}\n`);
    process.exit(1);
  }
}

/** A damaged cache of the bundler makes a build fail with an error that concerns no file of the site. */
function hintAtCache(code: number): void {
  if (code !== 0) {
    console.error(
      '\n上面的错误没有指出这个仓库里的文件和行时，可能是缓存过期：npx docusaurus clear，再构建一次。',
    );
  }
}

/**
 * Stops the build on content that must not be published, naming file, line and cure. It looks three times: at the
 * sources before anything is loaded, at the addresses once all content is loaded, and at the built pages; each time
 * before Docusaurus's own checks, which name pages but not the lines they come from. A preview begins all the same and
 * shows on each page what is wrong with it.
 */
export default async function checks(context: LoadContext, {preview}: {preview: boolean}): Promise<Plugin> {
  const {siteDir} = context;
  const found = await sourceFaults(context);
  if (preview) {
    if (found.length > 0) {
      console.error(`${formatFaults(found)}\n`);
    }
    return {name: 'site-checks'};
  }
  process.once('exit', hintAtCache);
  stopBuild(found);
  let routes: Route[] = [];
  return {
    name: 'site-checks',
    allContentLoaded({allContent}) {
      routes = collectRoutes(context, allContent);
      stopBuild(duplicateFaults(routes));
      return Promise.resolve();
    },
    async postBuild({outDir, routesPaths, baseUrl, siteConfig}) {
      const site = new BuiltSite(outDir, {url: siteConfig.url, baseUrl});
      await site.read(routesPaths.filter((route) => !route.endsWith('/404.html')));
      const faults = new BuiltFaults(siteDir, site, routes, movedPages(siteDir));
      stopBuild([
        ...faults.describe(site.broken()),
        ...pageHeadFaults(siteDir, site, routes, siteConfig.title),
      ]);
    },
  };
}

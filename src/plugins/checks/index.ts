import type {LoadContext, Plugin} from '@docusaurus/types';
import {type CheckedSettings, checkContent} from '../../content/checks';
import {duplicateFaults, type Route} from '../../content/checks/duplicates';
import {type Fault, faultsOf, formatFaults} from '../../content/checks/fault';
import {versionListFaults} from '../../content/checks/versionList';
import {builtFaults} from './builtFaults';
import {BuiltSite} from './builtSite';
import {collectRoutes} from './routes';

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
  const {
    siteDir,
    siteConfig: {themeConfig},
  } = context;
  // Before anything is awaited: the docs plugin, which starts beside this one, stops on this list with a stack.
  stopBuild(faultsOf(() => versionListFaults(siteDir)));
  const {faults: found} = await checkContent(siteDir, themeConfig as CheckedSettings);
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
      stopBuild(builtFaults(siteDir, site, routes, siteConfig.title));
    },
  };
}

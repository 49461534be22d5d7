import path from 'node:path';
import type {LoadContext, Plugin, RouteConfig} from '@docusaurus/types';
import {BUNDLES_PATH} from '../../site/searchBundles';
import {indexSite} from './indexSite';
import {writeRecords} from './recordsFile';

function leaves(routes: RouteConfig[]): RouteConfig[] {
  return routes.flatMap((route) => (route.routes ? leaves(route.routes) : [route]));
}

/** Pages that search covers: documents, posts and Markdown pages, by what made their route. */
function isContent({metadata}: RouteConfig): boolean {
  return metadata?.sourceFilePath !== undefined;
}

type BundlerSettings = ReturnType<NonNullable<Plugin['configureWebpack']>>;

/** Settings of the preview's server, which renders no pages to index: it serves the index of the last build. */
function serveLastIndex({siteDir, baseUrl}: LoadContext): BundlerSettings {
  const directory = path.join(siteDir, 'build', BUNDLES_PATH);
  const devServer = {static: [{directory, publicPath: baseUrl + BUNDLES_PATH, watch: false}]};
  return {devServer} as BundlerSettings;
}

/** Indexes the rendered pages with Pagefind, so that search needs no server and no account. */
export default function searchPlugin(context: LoadContext): Plugin {
  const {baseUrl, siteConfig, siteDir} = context;
  return {
    name: 'tvm-search',
    configureWebpack({mode}, isServer) {
      return mode === 'production' || isServer ? {} : serveLastIndex(context);
    },
    async postBuild({outDir, routes}) {
      const paths = leaves(routes)
        .filter(isContent)
        .map((route) => route.path);
      const records = await indexSite({siteDir, outDir, baseUrl}, paths);
      await writeRecords(siteDir, {outDir, siteUrl: siteConfig.url, baseUrl, records});
    },
  };
}

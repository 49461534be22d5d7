import type {LoadContext, Plugin, RouteConfig} from '@docusaurus/types';
import {indexSite} from './indexSite';
import {writeRecords} from './recordsFile';

function leaves(routes: RouteConfig[]): RouteConfig[] {
  return routes.flatMap((route) => (route.routes ? leaves(route.routes) : [route]));
}

/** Pages that search covers: documents, posts and Markdown pages, by what made their route. */
function isContent({metadata}: RouteConfig): boolean {
  return metadata?.sourceFilePath !== undefined;
}

/** Indexes the rendered pages with Pagefind, so that search needs no server and no account. */
export default function searchPlugin({baseUrl, siteConfig, siteDir}: LoadContext): Plugin {
  return {
    name: 'tvm-search',
    async postBuild({outDir, routes}) {
      const paths = leaves(routes)
        .filter(isContent)
        .map(({path}) => path);
      const records = await indexSite({siteDir, outDir, baseUrl}, paths);
      await writeRecords(siteDir, {outDir, siteUrl: siteConfig.url, baseUrl, records});
    },
  };
}

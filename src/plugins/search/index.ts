import fs from 'node:fs';
import path from 'node:path';
import type {LoadContext, Plugin, RouteConfig} from '@docusaurus/types';
import {INDEX_PATH} from '../../site/searchIndex';
import {indexSite} from './indexSite';
import {writeRecords} from './recordsFile';

function leaves(routes: RouteConfig[]): RouteConfig[] {
  return routes.flatMap((route) => (route.routes ? leaves(route.routes) : [route]));
}

type BundlerSettings = ReturnType<NonNullable<Plugin['configureWebpack']>>;

/** Settings of the preview's server, which renders no pages to index: it serves the index of the last build. */
function serveLastIndex({siteDir, baseUrl}: LoadContext): BundlerSettings {
  const directory = path.join(siteDir, 'build', INDEX_PATH);
  const devServer = {static: [{directory, publicPath: baseUrl + INDEX_PATH, watch: false}]};
  return {devServer} as BundlerSettings;
}

/** Indexes the rendered pages, so that search needs no server and no account. */
export default function searchPlugin(context: LoadContext): Plugin {
  const {baseUrl, siteConfig, siteDir, codeTranslations} = context;
  return {
    name: 'tvm-search',
    injectHtmlTags() {
      const label = JSON.stringify(codeTranslations['home.search'] ?? 'Search docs').replace(/</g, '\\u003c');
      const code = fs
        .readFileSync(path.join(__dirname, 'inline.js'), 'utf8')
        .replace(/^\s*(?:\/\/|\/\*).*\n/gm, '');
      return {preBodyTags: [{tagName: 'script', innerHTML: code.replace('(LABEL);', () => `(${label});`)}]};
    },
    configureWebpack({mode}, isServer) {
      return mode === 'production' || isServer ? {} : serveLastIndex(context);
    },
    async postBuild({outDir, routes}) {
      // Documents, posts and Markdown pages, by what made their route.
      const pages = leaves(routes).flatMap(({path: url, metadata}) =>
        metadata?.sourceFilePath === undefined ? [] : [{url, file: metadata.sourceFilePath}],
      );
      const records = indexSite({siteDir, outDir, baseUrl}, pages);
      await writeRecords(siteDir, {outDir, siteUrl: siteConfig.url, baseUrl, records});
    },
  };
}

import fs from 'node:fs';
import path from 'node:path';
import type {CurrentBundler, LoadContext, Plugin} from '@docusaurus/types';
import {
  CACHES,
  DOWNLOAD,
  KEPT_FILES,
  KEPT_PAGES,
  summaryPath,
  WEB_MANIFEST,
  WORKER,
} from '../../site/offline';
import {VERSIONS} from '../../site/versions';
import {offlineVersion} from './files';

type Bundler = CurrentBundler['instance'];

/** Bundles the service worker: that of the site, or the one that removes it. */
function bundleWorker(bundler: Bundler, outDir: string, baseUrl: string, isOn: boolean): Promise<void> {
  const constants = {
    BASE_URL: baseUrl,
    CACHES,
    DOWNLOAD,
    KEPT_FILES,
    KEPT_PAGES,
    'process.env.NODE_ENV': 'production',
  };
  const compiler = bundler({
    mode: 'production',
    target: 'webworker',
    devtool: false,
    entry: path.join(__dirname, 'worker', isOn ? 'on.js' : 'off.js'),
    output: {path: outDir, filename: WORKER},
    plugins: [
      new bundler.DefinePlugin(
        Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
      ),
    ],
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      const problem = error ?? (stats?.hasErrors() ? new Error(stats.toString('errors-only')) : undefined);
      compiler.close(() => (problem ? reject(problem) : resolve()));
    });
  });
}

function writeJson(file: string, value: unknown): void {
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, JSON.stringify(value));
}

/** Writes for each version what a reader downloads to have it without a network. */
function writeLists(outDir: string, baseUrl: string): void {
  for (const version of VERSIONS) {
    const {summary, files} = offlineVersion(outDir, baseUrl, version);
    writeJson(path.join(outDir, summaryPath(version.path)), summary);
    writeJson(path.join(outDir, summary.list.slice(baseUrl.length)), files);
  }
}

/**
 * Lets readers who ask for it read without a network: a service worker, and a list of the files of each version. Switched
 * off, the site has in its place a worker that removes itself.
 */
export default function offlinePlugin(
  {baseUrl, siteConfig: {title}}: LoadContext,
  {isOn}: {isOn: boolean},
): Plugin {
  let bundler: Bundler | undefined;
  return {
    name: 'tvm-offline',
    async contentLoaded({actions}) {
      await actions.createData('settings.json', {isOn});
    },
    configureWebpack(_config, _isServer, {currentBundler}) {
      bundler = currentBundler.instance;
      return {};
    },
    async postBuild({outDir}) {
      await bundleWorker(bundler!, outDir, baseUrl, isOn);
      if (!isOn) {
        return;
      }
      writeJson(path.join(outDir, WEB_MANIFEST), {
        name: title,
        short_name: 'TVM',
        lang: 'zh-Hans',
        start_url: `${baseUrl}docs`,
        scope: baseUrl,
        display: 'minimal-ui',
        icons: [{src: `${baseUrl}img/favicon.svg`, sizes: 'any', type: 'image/svg+xml'}],
      });
      // Other plugins write at the same time as this one; all is there when the build ends.
      process.once('exit', (code) => code === 0 && writeLists(outDir, baseUrl));
    },
  };
}

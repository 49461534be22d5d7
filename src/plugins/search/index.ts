import {Worker} from 'node:worker_threads';
import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';

/** Runs the indexer in a thread of its own: Pagefind is an ES module, which Docusaurus can't load for a plugin. */
function runIndexer(script: string, outDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, {workerData: {outDir}});
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`搜索索引没有建成（退出码 ${code}）`)),
    );
  });
}

/** Indexes the rendered pages with Pagefind, so that search needs no server and no account. */
export default function searchPlugin({siteDir}: LoadContext): Plugin {
  return {
    name: 'tvm-search',
    async postBuild({outDir}) {
      await runIndexer(path.join(siteDir, 'src/plugins/search/indexer.mjs'), outDir);
    },
  };
}

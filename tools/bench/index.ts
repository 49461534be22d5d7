import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {serveSite} from '../server';
import {benchBuild} from './build';
import {benchPreview} from './preview';
import {printTables} from './report';
import {benchTransfer} from './transfer';

/** Pages of each kind that are measured: home, a page, a page with much code. */
const PAGES = ['/', '/docs/install', '/docs/tutorial/tensor_expr'];
const PREVIEWED = {file: 'docs/install/index.md', address: '/docs/install'};
const RESULTS = 'bench/results.json';

async function main(): Promise<void> {
  const siteDir = process.cwd();
  const build = await benchBuild(siteDir);
  const server = await serveSite(path.join(siteDir, 'build'));
  const transfer = await benchTransfer(server.origin, PAGES).finally(() => server.close());
  const preview = await benchPreview(siteDir, PREVIEWED.file, PREVIEWED.address);
  const results = {
    date: new Date().toISOString().slice(0, 10),
    machine: {cpus: os.cpus().length, memoryGb: Math.round(os.totalmem() / 2 ** 30), node: process.version},
    build,
    transfer,
    preview,
  };
  fs.mkdirSync(path.join(siteDir, 'bench'), {recursive: true});
  fs.writeFileSync(path.join(siteDir, RESULTS), `${JSON.stringify(results, null, 2)}\n`);
  console.log(JSON.stringify(results, null, 2));
  printTables(results);
  console.log(`写入 ${RESULTS}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

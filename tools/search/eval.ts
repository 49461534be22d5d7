/**
 * Measures how well search answers the judged queries, in a browser, on a site of full size: see `tools/bench/fixture.ts`.
 *
 * usage: tsx tools/search/eval.ts [--build folder] [--half tuning|held-out] [--failures]
 *   --build     a built site of full size; without it one is made in a temporary folder
 *   --half      only one half of the queries
 *   --failures  list the queries of the tuning half whose pages do not come first; those of the other half stay unseen,
 *               so that they go on measuring
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {chromium} from 'playwright-core';
import {BROWSER_ARGS, requireBrowser} from '../browser';
import {buildSite, FULL_SIZE, makeFullSizeSite} from '../bench/fixture';
import {serveSite} from '../server';
import {type Asker, embedded} from './ask';
import {type Half, HALVES, type JudgedQuery, KINDS, readJudged, versionOf} from './judged';
import {placeOf, scoreOf} from './score';

interface Answered extends JudgedQuery {
  found: string[];
  place?: number;
}

async function askAll(build: string, queries: readonly JudgedQuery[], asker: Asker): Promise<Answered[]> {
  const server = await serveSite(build);
  const browser = await chromium.launch({executablePath: requireBrowser(), args: BROWSER_ARGS});
  try {
    const page = await browser.newPage({locale: 'zh-CN'});
    const answered: Answered[] = [];
    for (const query of queries) {
      const found = await asker.ask(page, server.origin, query.query, versionOf(query));
      answered.push({...query, found, place: placeOf(found, query.pages)});
    }
    return answered;
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Figures by kind of query, as rows of a table. */
function table(answered: readonly Answered[]): Record<string, Record<string, string | number>> {
  const row = (all: readonly Answered[]) => {
    const {queries, recall1, recall5, mrr} = scoreOf(all.map(({place}) => place));
    return {
      查询数: queries,
      'recall@1': recall1.toFixed(3),
      'recall@5': recall5.toFixed(3),
      MRR: mrr.toFixed(3),
    };
  };
  const kinds = KINDS.map((kind) => [kind, answered.filter((a) => a.kind === kind)] as const);
  return Object.fromEntries([
    ...kinds.filter(([, all]) => all.length > 0).map(([kind, all]) => [kind, row(all)] as const),
    ['全部', row(answered)],
  ]);
}

function printFailures(answered: readonly Answered[]): void {
  for (const {query, pages, found, place} of answered.filter((a) => a.place !== 1)) {
    console.log(
      `${place ?? '—'}  ${query}\n    应为 ${pages.join(' ')}\n    得到 ${found.slice(0, 3).join(' ')}`,
    );
  }
}

async function withBuild<T>(given: string | undefined, use: (build: string) => Promise<T>): Promise<T> {
  if (given !== undefined) {
    return use(path.resolve(given));
  }
  const target = fs.mkdtempSync(path.join(os.tmpdir(), 'full-size-site-'));
  try {
    await makeFullSizeSite({...FULL_SIZE, target});
    await buildSite(target);
    return await use(path.join(target, 'build'));
  } finally {
    fs.rmSync(target, {recursive: true, force: true});
  }
}

async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {
      build: {type: 'string'},
      half: {type: 'string'},
      failures: {type: 'boolean', default: false},
    },
  });
  const halves = HALVES.filter((half) => values.half === undefined || half === values.half);
  if (halves.length === 0) {
    throw new Error(`--half 只能是 ${HALVES.join(' 或 ')}，不能是「${values.half}」`);
  }
  await withBuild(values.build, async (build) => {
    for (const half of halves) {
      const answered = await askAll(build, readJudged(process.cwd(), half), embedded);
      console.log(half satisfies Half);
      console.table(table(answered));
      if (values.failures && half === 'tuning') {
        printFailures(answered);
      }
    }
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

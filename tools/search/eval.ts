/**
 * Measures how well search answers the judged queries, in a browser, on the built site.
 *
 * usage: tsx tools/search/eval.ts [--compare] [--build folder] [--rival-build folder] [--half tuning|held-out] [--failures]
 *   --compare      put the figures of `@easyops-cn/docusaurus-search-local` on the same pages beside them
 *   --build        a built site; without it the site is built
 *   --rival-build  the same pages, built with the other search
 *   --half         only one half of the queries
 *   --failures     list the queries of the tuning half whose pages do not come first; those of the other half stay unseen,
 *                  so that they go on measuring
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {startBrowser} from '../startBrowser';
import {buildSite} from '../bench/build';
import {serveSite} from '../server';
import {copySite} from '../siteCopy';
import {type Asker, embedded, rival} from './ask';
import {HALVES, type JudgedQuery, KINDS, readJudged, versionOf} from './judged';
import {buildRival} from './rival';
import {placeOf, scoreOf} from './score';

interface Answered extends JudgedQuery {
  found: string[];
  place?: number;
}

/** A search that is measured: a built site and how to ask it. */
interface Measured {
  name: string;
  build: string;
  asker: Asker;
}

type Row = Record<string, string | number>;

async function askAll({build, asker}: Measured, queries: readonly JudgedQuery[]): Promise<Answered[]> {
  const server = await serveSite(build);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({locale: 'zh-CN'});
    const answered: Answered[] = [];
    // By version: each has an index of its own.
    const byVersion = queries.toSorted((a, b) => (versionOf(a).release < versionOf(b).release ? -1 : 1));
    for (const query of byVersion) {
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
function tableOf(name: string, answered: readonly Answered[]): Map<string, Row> {
  const row = (all: readonly Answered[]): Row => {
    const {queries, recall1, recall5, mrr} = scoreOf(all.map(({place}) => place));
    return {
      查询数: queries,
      [`${name} recall@1`]: recall1.toFixed(3),
      [`${name} recall@5`]: recall5.toFixed(3),
      [`${name} MRR`]: mrr.toFixed(3),
    };
  };
  const kinds = KINDS.map((kind) => [kind, answered.filter((a) => a.kind === kind)] as const);
  return new Map([
    ...kinds.filter(([, all]) => all.length > 0).map(([kind, all]) => [kind, row(all)] as const),
    ['全部', row(answered)] as const,
  ]);
}

/** Tables with the same rows as one. */
function sideBySide(tables: readonly Map<string, Row>[]): Record<string, Row> {
  const [first] = tables as [Map<string, Row>];
  const rows = [...first.keys()].map((key) => [key, Object.assign({}, ...tables.map((t) => t.get(key)))]);
  return Object.fromEntries(rows) as Record<string, Row>;
}

function printFailures(answered: readonly Answered[]): void {
  for (const {query, pages, found, place} of answered.filter((a) => a.place !== 1)) {
    console.log(
      `${place ?? '—'}  ${query}\n    应为 ${pages.join(' ')}\n    得到 ${found.slice(0, 3).join(' ')}`,
    );
  }
}

/** Gives a built site: the given one, or one that is made for as long as it is used. */
async function withBuild<T>(
  given: string | undefined,
  build: (target: string) => Promise<unknown>,
  use: (build: string) => Promise<T>,
): Promise<T> {
  if (given !== undefined) {
    return use(path.resolve(given));
  }
  const target = fs.mkdtempSync(path.join(os.tmpdir(), 'searched-site-'));
  try {
    copySite(process.cwd(), target);
    await build(target);
    return await use(path.join(target, 'build'));
  } finally {
    fs.rmSync(target, {recursive: true, force: true});
  }
}

async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {
      compare: {type: 'boolean', default: false},
      build: {type: 'string'},
      'rival-build': {type: 'string'},
      half: {type: 'string'},
      failures: {type: 'boolean', default: false},
    },
  });
  const halves = HALVES.filter((half) => values.half === undefined || half === values.half);
  if (halves.length === 0) {
    throw new Error(`--half 只能是 ${HALVES.join(' 或 ')}，不能是「${values.half}」`);
  }
  const evaluate = async (searches: readonly Measured[]) => {
    for (const half of halves) {
      const queries = readJudged(process.cwd(), half);
      const tables: Map<string, Row>[] = [];
      for (const search of searches) {
        const answered = await askAll(search, queries);
        tables.push(tableOf(search.name, answered));
        if (values.failures && half === 'tuning' && search.asker === embedded) {
          printFailures(answered);
        }
      }
      console.log(half);
      console.table(sideBySide(tables));
    }
  };
  await withBuild(values.build, buildSite, async (build) => {
    const own = {name: '本站', build, asker: embedded};
    if (!values.compare) {
      return evaluate([own]);
    }
    return withBuild(values['rival-build'], buildRival, (other) =>
      evaluate([own, {name: 'search-local', build: other, asker: rival}]),
    );
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});

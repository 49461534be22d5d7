/** `npm run search:eval`: measures how well search answers the judged queries, in a browser, on the built site. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {startBrowser} from '../startBrowser';
import {buildSite} from '../bench/build';
import {serveSite} from '../server';
import {copySite} from '../siteCopy';
import {runCommand} from '../commandLine';
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

const USAGE = `用法：npm run search:eval [-- 选项]

用评判过的查询测量搜索答得怎样，在浏览器里，对着构建好的站点。

  --build 目录        构建好的站点；不写就构建一次
  --compare           与另一个离线搜索插件在同样的页面上并排
  --rival-build 目录  用那个插件构建好的同样的页面；不写就构建一次
  --half 一半         只测一半查询：${HALVES.join(' 或 ')}
  --failures          列出 tuning 那一半里没有答对的查询；另一半不看，它才一直量得准
`;

const OPTIONS = {
  compare: {type: 'boolean', default: false},
  build: {type: 'string'},
  'rival-build': {type: 'string'},
  half: {type: 'string'},
  failures: {type: 'boolean', default: false},
} as const;

runCommand({usage: USAGE, options: OPTIONS}, async ({values}) => {
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
});

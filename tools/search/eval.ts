/** `npm run search:eval`: measures how well search answers the judged queries, in a browser, on the built site. */
import fs from 'node:fs';
import path from 'node:path';
import {runCommand} from '../commandLine';
// What is measured is the browser's half itself.
// eslint-disable-next-line no-restricted-imports
import {createEmbeddedEngine} from '../../src/search/embeddedEngine';
import {COMMON_TAG, tagOfVersion} from '../../src/site/searchTags';
import type {SearchEngine} from '../../src/site/searchTypes';
import {HALVES, type JudgedQuery, KINDS, readJudged, versionOf} from './judged';
import {placeOf, scoreOf} from './score';

interface Answered extends JudgedQuery {
  found: string[];
  place?: number;
}

/** Asks for one query, and gives the paths of the pages found, the best first. */
async function ask(engine: SearchEngine, judged: JudgedQuery): Promise<Answered> {
  const tags = [tagOfVersion(versionOf(judged)), COMMON_TAG];
  const {hits} = await engine.search(judged.query, {tags, language: 'zh-Hans', page: 0, snippetWords: 10});
  const found = [...new Set(hits.map(({url}) => decodeURI(url.replace(/#.*/, ''))))];
  return {...judged, found, place: placeOf(found, judged.pages)};
}

/** Figures by kind of query, as rows of a table. */
function tableOf(answered: readonly Answered[]): Record<string, Record<string, string | number>> {
  const row = (all: readonly Answered[]) => {
    const {queries, recall1, recall5, mrr} = scoreOf(all.map(({place}) => place));
    return {
      查询数: queries,
      'recall@1': recall1.toFixed(3),
      'recall@5': recall5.toFixed(3),
      MRR: mrr.toFixed(3),
    };
  };
  const kinds = KINDS.map((kind) => [kind, row(answered.filter((a) => a.kind === kind))] as const);
  return Object.fromEntries([...kinds, ['全部', row(answered)]]);
}

function printFailures(answered: readonly Answered[]): void {
  for (const {query, pages, found, place} of answered.filter((a) => a.place !== 1)) {
    console.log(
      `${place ?? '—'}  ${query}\n    应为 ${pages.join(' ')}\n    得到 ${found.slice(0, 3).join(' ')}`,
    );
  }
}

const USAGE = `用法：npm run search:eval -- [选项]

用评判过的查询测量搜索答得怎样，用构建好的站点的索引。

  --build 目录  构建好的站点，默认 build
  --half 一半   只测一半查询：${HALVES.join(' 或 ')}
  --failures    列出 tuning 那一半里没有答对的查询；另一半不看，它才一直量得准
`;

const OPTIONS = {
  build: {type: 'string', default: 'build'},
  half: {type: 'string'},
  failures: {type: 'boolean', default: false},
} as const;

runCommand({usage: USAGE, options: OPTIONS}, async ({values}) => {
  const halves = HALVES.filter((half) => values.half === undefined || half === values.half);
  if (halves.length === 0) {
    throw new Error(`--half 只能是 ${HALVES.join(' 或 ')}，不能是「${values.half}」`);
  }
  const engine = createEmbeddedEngine('/', async (url) => {
    return JSON.parse(await fs.promises.readFile(path.join(values.build, url), 'utf8')) as unknown;
  });
  for (const half of halves) {
    const answered: Answered[] = [];
    for (const query of readJudged(process.cwd(), half)) {
      answered.push(await ask(engine, query));
    }
    if (values.failures && half === 'tuning') {
      printFailures(answered);
    }
    console.log(half);
    console.table(tableOf(answered));
  }
});

import fs from 'node:fs';
import path from 'node:path';
import {findRecord, type SourceLink, type SourceRecords} from '../sourceLinks';
import {readSourceRecords, sourceRecordsFile} from '../sourceRecords';
import {nearest} from '../../site/nearest';
import {VERSIONS} from '../../site/versions';
import type {Fault} from './fault';
import type {Page} from '../pages';

const KIND = '指向 TVM 源代码的链接';
const FIND = '运行 npm run sources -- --tvm 目录（任何一份有发布标签的 TVM 克隆）';
const PRUNE = '运行 npm run sources -- --prune 删去没有用到的记录';

/** What is wrong with a link, seen alone. */
export function linkFault(file: string, {line, text, symbol, target}: SourceLink): Fault | undefined {
  const place = {kind: KIND, file, line};
  if (target === '') {
    return {
      ...place,
      problem: 'tvm: 只能是链接的目标，后面是 TVM 源代码里的路径',
      cure: '写成 [`符号`](tvm:路径)，例如 [`Stage`](tvm:python/tvm/te/schedule.py)',
    };
  }
  return symbol === undefined
    ? {
        ...place,
        problem: `链接的文字「${text}」不是反引号里的一个符号`,
        cure: `只留一个名称：[\`名称\`](tvm:${target})，其余的字写在链接外面`,
      }
    : undefined;
}

/** The links of one page that can't be built. */
export function pageSourceFaults(siteDir: string, page: Page): Fault[] {
  const {file, sourceLinks, release} = page;
  if (sourceLinks.length > 0 && release === undefined) {
    const releases = VERSIONS.map((version) => version.release).join('、');
    return [
      {
        kind: KIND,
        file,
        line: sourceLinks[0]!.line,
        problem: '有指向 TVM 源代码的链接，但没有写是哪个版本',
        cure: `在页首写 tvm: 版本（${releases}）`,
      },
    ];
  }
  return sourceLinks.flatMap((link): Fault[] => {
    const own = linkFault(file, link);
    const records = readSourceRecords(siteDir, release!);
    if (own || findRecord(records, link)) {
      return own ? [own] : [];
    }
    const where = `${sourceRecordsFile(release!)} 里没有 ${link.target} 的 ${link.symbol}`;
    const near = nearLink(records, link);
    const cure = near ? `写错了就改成 ${near}；新的链接就${FIND}` : FIND;
    return [{kind: KIND, file, line: link.line, problem: where, cure}];
  });
}

/** The recorded link that one without a record most likely means: another symbol of its file, or the symbol in another. */
function nearLink(records: SourceRecords, {target, symbol}: SourceLink): string | undefined {
  const [inFile] = nearest(symbol!, Object.keys(records[target] ?? {}));
  if (inFile !== undefined) {
    return `[\`${inFile}\`](tvm:${target})`;
  }
  const [file] = nearest(
    target,
    Object.keys(records).filter((other) => records[other]![symbol!] !== undefined),
  );
  return file && `[\`${symbol}\`](tvm:${file})`;
}

/** The key by which a link and its record find each other. */
function keyOf(release: string, target: string, symbol: string): string {
  return [release, target, symbol].join('\n');
}

/** Line of the record of a symbol in its file. */
function recordLine(siteDir: string, file: string, target: string, symbol: string): number | undefined {
  const lines = fs.readFileSync(path.join(siteDir, file), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`    ${JSON.stringify(target)}: {`));
  const at = lines.findIndex((line, i) => i > start && line.startsWith(`      ${JSON.stringify(symbol)}: `));
  return start === -1 || at === -1 ? undefined : at + 1;
}

/** Records that no page uses; none of a release of which a link lacks its record, since it may be one of them misspelt. */
export function unusedRecordFaults(siteDir: string, pages: readonly Page[]): Fault[] {
  const links = pages.flatMap(({release, sourceLinks}) =>
    release === undefined ? [] : sourceLinks.map((link) => ({release, link})),
  );
  const lacking = new Set(
    links.flatMap(({release, link}) =>
      linkFault('', link) || findRecord(readSourceRecords(siteDir, release), link) ? [] : release,
    ),
  );
  const used = new Set(links.map(({release, link}) => keyOf(release, link.target, link.symbol ?? '')));
  return VERSIONS.filter(({release}) => !lacking.has(release)).flatMap(({release}) =>
    Object.entries(readSourceRecords(siteDir, release)).flatMap(([target, symbols]) =>
      Object.keys(symbols)
        .filter((name) => !used.has(keyOf(release, target, name)))
        .map((symbol) => {
          const file = sourceRecordsFile(release);
          const line = recordLine(siteDir, file, target, symbol);
          return {kind: KIND, file, line, problem: `没有页面用到 ${target} 的 ${symbol}`, cure: PRUNE};
        }),
    ),
  );
}

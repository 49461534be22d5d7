/** What is wrong with the probes of a site; needs neither Python nor TVM. */
import path from 'node:path';
import type {Fault} from '../../src/content/checks/fault';
import {type ProbeRun, probeRecordFile, readProbeRuns} from '../../src/content/probeRecords';
import {nearest} from '../../src/site/nearest';
import {LATEST} from '../../src/site/versions';
import {probeFiles, probeHash} from './run';
import {bare, countCovered, type EntryWords} from './words';

const KIND = '断言与条目不符';

function quoteFaults(
  file: string,
  release: string,
  {probes}: ProbeRun,
  entries: ReadonlyMap<string, EntryWords>,
): Fault[] {
  return probes.flatMap(({name, quotes, line, result, reason}): Fault[] => {
    const place = {kind: KIND, file, line};
    const entry = entries.get(name);
    if (!entry) {
      const near = nearest(name, [...entries.keys()], 3).join('、');
      return [
        {
          ...place,
          problem: `${release} 没有条目或小节 ${name}`,
          cure: `改正名称${near && `，相近的有 ${near}`}`,
        },
      ];
    }
    const gone = quotes.filter((quote) => !entry.words.includes(bare(quote)));
    return [
      ...gone.map((quote) => ({
        ...place,
        problem: `${release} 的 ${name} 里没有「${quote}」（${entry.file}:${entry.line}）`,
        cure: '照条目现在的说法改引文，并核对函数证明的还是它；这个版本说法不同，就用 versions 限定',
      })),
      ...(result === 'failed'
        ? [
            {
              ...place,
              problem: `${release} 的 ${name}：「${quotes.join('」「')}」不成立：${reason}`,
              cure: '改正条目或函数，再运行',
            },
          ]
        : []),
    ];
  });
}

/** Faults of the records of a release: files that changed since their run, words that entries no longer have, entries without a probe. */
export function probeFaults(
  root: string,
  release: string,
  entries: ReadonlyMap<string, EntryWords>,
): Fault[] {
  const runs = readProbeRuns(root, release);
  const files = probeFiles(root);
  const run = `npm run probes -- --version ${release} --changed`;
  const faults: Fault[] = [...runs.keys()]
    .filter((file) => !files.includes(file))
    .map((file) => ({
      kind: KIND,
      file: probeRecordFile(release, file),
      problem: `没有 ${file}`,
      cure: '删去这份记录',
    }));
  for (const file of files) {
    const known = runs.get(file);
    if (!known && release !== LATEST.release) {
      continue; // older releases follow; their pages have no proofs until then
    }
    if (known?.hash !== probeHash(root, file)) {
      faults.push({
        kind: KIND,
        file,
        problem: `在 ${release} 上${known ? '运行之后改过' : '没有运行过'}`,
        cure: run,
      });
      continue;
    }
    faults.push(...quoteFaults(file, release, known, entries));
    if (known.complete) {
      const page = path.posix.relative('examples/probes', file).replace(/\.py$/, '');
      const proved = new Set(known.probes.map(({name}) => name));
      const own = [...entries].filter(([, entry]) => entry.file.endsWith(`/reference/api/python/${page}.md`));
      faults.push(
        ...own
          .filter(([name]) => !proved.has(name))
          .map(([name, entry]) => ({
            kind: KIND,
            file: entry.file,
            line: entry.line,
            problem: `${name} 没有断言，而 ${file} 说这一页的条目都有`,
            cure: `在 ${file} 里为它加 @proves，不能运行的写 unproved 和原因`,
          })),
      );
    }
  }
  return faults;
}

export interface Coverage {
  entries: number;
  withProbe: number;
  statements: number;
  covered: number;
  proved: number;
  unproved: number;
}

/** How much of what a release's reference says its probes prove. */
export function coverage(root: string, release: string, entries: ReadonlyMap<string, EntryWords>): Coverage {
  const probes = [...readProbeRuns(root, release).values()].flatMap((one) => one.probes);
  const counted = [...entries].map(([name, {description}]) => {
    const own = probes.filter((probe) => probe.name === name);
    return {
      own,
      ...countCovered(
        description,
        own.flatMap(({quotes}) => quotes),
      ),
    };
  });
  const sum = (of: (one: (typeof counted)[number]) => number) =>
    counted.reduce((total, one) => total + of(one), 0);
  const quotes = (result: string) =>
    sum(({own}) => own.filter((one) => one.result === result).flatMap((one) => one.quotes).length);
  return {
    entries: counted.length,
    withProbe: counted.filter(({own}) => own.length > 0).length,
    statements: sum(({all}) => all),
    covered: sum(({covered}) => covered),
    proved: quotes('ok'),
    unproved: quotes('unproved'),
  };
}

export function formatCoverage(release: string, found: Coverage, sections: Coverage): string {
  const share = Math.round((100 * found.covered) / Math.max(1, found.statements));
  return `断言：${release} 的 ${found.entries} 条里 ${found.withProbe} 条有，关于行为的 ${found.statements} 句里引用了 ${found.covered} 句（${share}%）；${found.proved} 处成立，${found.unproved} 处写明不能运行的原因；别的页面有 ${sections.withProbe} 节的 ${sections.proved} 处成立`;
}

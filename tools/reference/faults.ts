import type {Fault} from '../../src/content/checks/fault';
import {findEntry, type Inventory} from '../../src/content/inventory';
import {nearest} from '../../src/site/nearest';
import {
  bareDescription,
  type ReferenceEntry,
  type ReferenceNames,
  signatureOf,
} from '../../src/content/reference';

const KIND = 'API 参考与清单不符';

/** Longest line of the index of a page; the first sentence of an entry stands there. */
const LONGEST_SUMMARY = 90;

/** The entries of the files that together cover one page of the inventory. */
export interface CoveredPage {
  key: string;
  files: {file: string; entries: readonly ReferenceEntry[]}[];
}

interface Placed extends ReferenceEntry {
  file: string;
}

function entryFaults(entry: Placed, inventory: Inventory): Fault[] {
  const faults: Fault[] = [];
  const add = (problem: string, cure: string, line = entry.line) =>
    faults.push({kind: KIND, file: entry.file, line, problem, cure});
  const expected = signatureOf(inventory, entry.name);
  if (entry.signature === undefined) {
    add(`${entry.name} 没有签名`, `在标题下写 \`\`\`python signature，内容是 ${expected}`);
  } else if (entry.signature !== expected) {
    add(`${entry.name} 的签名与清单不同`, `写成 ${expected}`, entry.signatureLine);
  }
  if (bareDescription(entry).length < 6) {
    add(`${entry.name} 没有说明`, '写它做什么、形参和返回值；只重复名称不算');
  }
  const members = Object.entries(findEntry(inventory, entry.name)?.members ?? {});
  for (const [name, sig] of members) {
    const own = entry.members[name];
    const written = sig.startsWith('(') ? sig : '';
    if (!own) {
      add(
        `${entry.name} 的成员 ${name} 不在表里`,
        `在「成员 | 含义」的表里加一行 | \`${name}${written}\` | … |`,
      );
    } else if (own.signature !== written) {
      add(`成员 ${name} 的参数表与清单不同`, `写成 \`${name}${written}\``, own.line);
    } else if (own.meaning === '') {
      add(`成员 ${name} 没有说明`, '写它做什么', own.line);
    }
  }
  return faults;
}

function templateFaults(entries: readonly Placed[]): Fault[] {
  const first = new Map<string, Placed>();
  return entries.flatMap((entry) => {
    const bare = bareDescription(entry);
    const other = first.get(bare);
    if (bare.length < 6 || !other) {
      first.set(bare, entry);
      return [];
    }
    return [
      {
        kind: KIND,
        file: entry.file,
        line: entry.line,
        problem: `${entry.name} 与 ${other.name}（${other.file}:${other.line}）的说明除名称外相同`,
        cure: '共同的写在这一组的开头，这里写它自己的：公式、类型规则、边界上的行为',
      },
    ];
  });
}

/** Compares the entries of the reference with the names that its pages have to cover, and with their signatures. */
export function referenceFaults(
  pages: readonly CoveredPage[],
  names: ReferenceNames,
  inventory: Inventory,
): Fault[] {
  const all: Placed[] = [];
  const faults = pages.flatMap(({key, files}) => {
    const wanted = Object.keys(names[key] ?? {});
    const entries = files.flatMap((page) => page.entries.map((entry) => ({...entry, file: page.file})));
    all.push(...entries);
    const seen = new Set<string>();
    const own = entries.flatMap((entry): Fault[] => {
      const place = {kind: KIND, file: entry.file, line: entry.line};
      if (seen.has(entry.name)) {
        return [{...place, problem: `${entry.name} 写了两次`, cure: '删去一处'}];
      }
      seen.add(entry.name);
      if (!wanted.includes(entry.name)) {
        const near = nearest(entry.name, wanted, 3).join('、');
        return [
          {
            ...place,
            problem: `这一页不该有 ${entry.name}`,
            cure: `改正名称${near && `，相近的有 ${near}`}；或删去`,
          },
        ];
      }
      return entryFaults(entry, inventory);
    });
    const missing = wanted
      .filter((name) => !seen.has(name))
      .map((name) => ({
        kind: KIND,
        file: files[0]!.file,
        problem: `没有 ${name}`,
        cure: `加一条，写法见 npm run reference -- --skeleton ${key}`,
      }));
    return [...own, ...missing];
  });
  return [...faults, ...templateFaults(all)];
}

/** Entries whose first sentence is too long for the index of their page. */
export function summaryFaults(
  pages: readonly CoveredPage[],
  summaryOf: (entry: ReferenceEntry) => string,
): Fault[] {
  return pages.flatMap(({files}) =>
    files.flatMap(({file, entries}) =>
      entries
        .filter((entry) => [...summaryOf(entry).replace(/\]\([^)]*\)/g, ']')].length > LONGEST_SUMMARY)
        .map(({line, name}) => ({
          kind: KIND,
          file,
          line,
          problem: `${name} 的第一句超过 ${LONGEST_SUMMARY} 字`,
          cure: '第一句列在页首的索引里：一句话说它做什么，其余另起一句',
        })),
    ),
  );
}

import {nearest} from '../../src/site/nearest';
import {type SourceLink, type SourceRecords, splitTarget} from '../../src/content/sourceLinks';
import {readSourceRecords, writeSourceRecords} from '../../src/content/sourceRecords';
import {VERSIONS} from '../../src/site/versions';
import type {Fault} from '../../src/content/checks/fault';
import {linkFault, pageSourceFaults} from '../../src/content/checks/sourceLinks';
import type {Page} from '../../src/content/pages';
import {type Found, type Place, SourceFile} from './find';
import {type TaggedSource, TagProblem} from './tags';

const SHOWN = 8;

/** A link and the page that has it. */
interface PlacedLink extends SourceLink {
  file: string;
}

/** What came of looking for the links of all pages. */
export interface Outcome {
  faults: Fault[];
  /** Links whose line is recorded, and different lines. */
  links: number;
  records: number;
}

function fault({file, line}: PlacedLink, problem: string, cure: string): Fault {
  return {kind: '源代码里找不到或分不清的符号', file, line, problem, cure};
}

function listPlaces(places: readonly Place[]): string {
  const shown = places
    .slice(0, SHOWN)
    .map(({line, text, within}) => `\n      ${line}: ${text}${within ? `（在 ${within} 里）` : ''}`);
  return shown.join('') + (places.length > SHOWN ? `\n      …共 ${places.length} 处` : '');
}

/** What the writer of a link to a symbol that was not found can do. */
function notFound(
  link: PlacedLink,
  release: string,
  file: SourceFile,
  found: Exclude<Found, {state: 'found'}>,
): Fault {
  const {path} = splitTarget(link.target);
  if (found.state === 'ambiguous') {
    const cure = `在路径后面写 # 和它所在的类或函数，或只有这一处定义才有的词，例如 tvm:${path}#${found.candidates[0]!.within ?? '类名'}；可选：`;
    const problem = `TVM ${release} 的 ${link.target} 里 ${link.symbol} 有 ${found.candidates.length} 处定义`;
    return fault(link, problem, cure + listPlaces(found.candidates));
  }
  const words = nearest(link.symbol!, file.words(), 5).join('、');
  const cure =
    found.nearby.length > 0
      ? `改正类名或 # 后面的词；它在这些地方：${listPlaces(found.nearby)}`
      : `改正名称${words && `，相近的有：${words}`}；或换一个文件`;
  return fault(link, `TVM ${release} 的 ${link.target} 里没有 ${link.symbol}`, cure);
}

function findAll(
  links: readonly PlacedLink[],
  release: string,
  tags: TaggedSource,
): [SourceRecords, Fault[]] {
  const records: SourceRecords = {};
  const faults: Fault[] = [];
  const texts = tags.read(
    release,
    links.map(({target}) => splitTarget(target).path),
  );
  const files = new Map([...texts].map(([path, text]) => [path, new SourceFile(path, text)]));
  for (const link of links) {
    const {path, hint} = splitTarget(link.target);
    const file = files.get(path);
    if (!file) {
      const near = nearest(path, tags.list(release), 5).join('、');
      faults.push(
        fault(link, `TVM ${release} 里没有文件 ${path}`, near ? `改成 ${near}` : '写从 TVM 根目录开始的路径'),
      );
      continue;
    }
    const known = records[link.target]?.[link.symbol!];
    const found: Found = known ? {state: 'found', ...known} : file.find(link.symbol!, hint);
    if (found.state === 'found') {
      (records[link.target] ??= {})[link.symbol!] = {line: found.line, text: found.text};
    } else {
      faults.push(notFound(link, release, file, found));
    }
  }
  return [records, faults];
}

function linksOf(pages: readonly Page[], release: string): PlacedLink[] {
  return pages
    .filter((page) => page.release === release)
    .flatMap(({file, sourceLinks}) => sourceLinks.map((link) => ({...link, file})))
    .filter((link) => !linkFault(link.file, link));
}

const count = (records: SourceRecords) =>
  Object.values(records).reduce((sum, symbols) => sum + Object.keys(symbols).length, 0);

/** Finds the lines of all links and writes them down; what could not be found is told all at once. */
export function updateRecords(siteDir: string, pages: readonly Page[], tags: TaggedSource): Outcome {
  const outcome: Outcome = {faults: [], links: 0, records: 0};
  for (const page of pages) {
    // Not those of links that have no record yet: that is what this is for.
    const unreadable = page.sourceLinks.flatMap((link) => linkFault(page.file, link) ?? []);
    outcome.faults.push(...(page.release === undefined ? pageSourceFaults(siteDir, page) : unreadable));
  }
  for (const {release} of VERSIONS) {
    const links = linksOf(pages, release);
    if (links.length === 0) {
      writeSourceRecords(siteDir, release, {});
      continue;
    }
    try {
      const [records, faults] = findAll(links, release, tags);
      writeSourceRecords(siteDir, release, records);
      outcome.faults.push(...faults);
      outcome.links += links.length - faults.length;
      outcome.records += count(records);
    } catch (error) {
      if (!(error instanceof TagProblem)) {
        throw error;
      }
      outcome.faults.push(fault(links[0]!, error.message, '给 --tvm 一份有这个标签的克隆'));
    }
  }
  return outcome;
}

/** Takes records out that no page uses, which needs no source; returns how many. */
export function pruneRecords(siteDir: string, pages: readonly Page[]): number {
  let removed = 0;
  for (const {release} of VERSIONS) {
    const records = readSourceRecords(siteDir, release);
    const kept: SourceRecords = {};
    for (const {target, symbol} of linksOf(pages, release)) {
      const found = records[target]?.[symbol!];
      if (found) {
        (kept[target] ??= {})[symbol!] = found;
      }
    }
    removed += count(records) - count(kept);
    writeSourceRecords(siteDir, release, kept);
  }
  return removed;
}

/** `npm run versions -- carry`: brings what changed on the newest pages to the older ones. */
import fs from 'node:fs';
import path from 'node:path';
import {CONFLICT} from '../../src/content/checks/frontMatter';
import {codeHash} from '../../src/content/codeHash';
import {Page, readPages} from '../../src/content/pages';
import {LATEST} from '../../src/site/versions';
import {prepare, type Searched} from '../claims/claims';
import {Corpus} from '../claims/corpus';
import {readOptions} from '../examples/options';
import {examplePage} from '../examples/pages';
import {formatProblem} from '../examples/problems';
import {changedPages, runPages} from '../examples/session';
import {TaggedSource} from '../sources/tags';
import {updateRecords} from '../sources/update';
import {hunksBetween} from './align';
import {cutPage} from './cut';
import {isRewritten, keptOn, type Twin} from './pages';
import {mergePages, type Merged} from './merge';
import {History, readRecord, writeRecord} from './record';
import {type Note, reviewPage} from './review';

export interface CarryOptions {
  siteDir: string;
  /** Take the newest page as it is. */
  take: boolean;
  /** Where both changed the same, take what the newest page has. */
  newestWins: boolean;
  /** A clone of TVM with the tags. */
  tvm?: string;
}

/** A page that was written, and what is known of it so far. */
interface Carried {
  twin: Twin;
  before: string;
  text: string;
  notes: Note[];
}

const lineOf = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160);

/** What an older page has of its own. */
function ownPieces(newest: string, older: string): Note[] {
  const after = cutPage(older);
  return hunksBetween(cutPage(newest), after).flatMap(({start, end}) =>
    after
      .slice(start, end)
      .filter(({text}) => text.trim() !== '')
      .map(({line, text}) => ({line, text: lineOf(text)})),
  );
}

function mergeTwin(twin: Twin, {siteDir, take, newestWins}: CarryOptions): Merged {
  const {older, newest, base, version, path: own} = twin;
  if (take) {
    return {text: newest.text, conflicts: 0, dropped: [], absent: []};
  }
  if (base === undefined) {
    throw twin.recorded
      ? new History(siteDir).missing(older.file)
      : new Error(
          `${older.file}：没有记下它与哪一份 ${LATEST.release} 的页面同步。办法：读过、改好以后运行 npm run versions -- carry --settled ${older.file}`,
        );
  }
  const {release} = version;
  return mergePages(older.text, base, newest.text, {
    release,
    keeps: keptOn(siteDir, release, own),
    newestWins,
  });
}

/** Writes down what a page is in step with: a blob, or `old..new` where conflicts are left. */
function record(siteDir: string, {version, path: own}: Twin, blob: string): void {
  const {pages, keeps} = readRecord(siteDir, version.release);
  writeRecord(siteDir, version.release, {
    pages: {...pages, [own]: blob},
    // What was kept is from now on a difference like any other.
    keeps: blob.includes('..') ? keeps : keeps.filter(({page}) => page !== own),
  });
}

/** Merges a page and writes it; undefined where conflicts of an earlier merge are left in it. */
function carryOne(twin: Twin, options: CarryOptions): Carried | undefined {
  const {older, newest} = twin;
  if (CONFLICT.test(older.text)) {
    console.log(`${older.file}：还有冲突没有解决，没有动它`);
    return undefined;
  }
  const {text, conflicts, dropped, absent} = mergeTwin(twin, options);
  if (text !== older.text) {
    fs.writeFileSync(path.join(options.siteDir, older.file), text);
  }
  const blob = new History(options.siteDir).keep(newest.text);
  record(options.siteDir, twin, conflicts > 0 ? `${twin.recorded}..${blob}` : blob);
  const marks = text
    .split('\n')
    .flatMap((line, i): Note[] =>
      line.startsWith('<<<<<<< ') ? [{line: i + 1, text: '冲突：两边都改了这一处'}] : [],
    );
  const notes = [
    ...marks,
    ...(options.take ? ownPieces(twin.base ?? '', older.text) : []).map(({line, text: own}) => ({
      line: 0,
      text: `旧的页面第 ${line} 行自己的：${own}`,
    })),
    ...dropped.map((piece) => ({
      line: 0,
      text: `没有留下旧的页面第 ${piece.line} 行：${lineOf(piece.text)}`,
    })),
    ...absent.map((piece) => ({
      line: 0,
      text: `这一版没有这一处，${newest.file}:${piece.line} 改了它：${lineOf(piece.text)}`,
    })),
  ];
  return {twin, before: older.text, text, notes};
}

/** Runs those pages whose code is not what was run last, where their TVM is at hand, and writes what they print. */
async function runChanged(siteDir: string, carried: readonly Carried[]): Promise<void> {
  const pages = carried.flatMap(({twin, text}) => {
    const page = examplePage(siteDir, new Page(twin.older.file, text));
    return page && 'hash' in page && page.code.length > 0 ? [page] : [];
  });
  const changed = changedPages(siteDir, pages);
  if (changed.length === 0) {
    return;
  }
  const options = readOptions(['--write', '--available', '--site', siteDir]);
  const {outcomes, notRun} = await runPages(changed, options, new AbortController().signal);
  const notesOf = (file: string) => carried.find(({twin}) => twin.older.file === file)!.notes;
  for (const {page, problems, written} of outcomes) {
    notesOf(page.path).push(
      ...problems.map((problem) => ({line: problem.line, text: formatProblem(problem)})),
      ...(written > 0 ? [{line: 0, text: `写入了 ${written} 处新的输出，读旁边的句子`}] : []),
    );
  }
  for (const {path: file} of notRun) {
    notesOf(file).push({
      line: 0,
      text: `代码改了，这里不能运行它。办法：npm run examples -- --page ${file} --write`,
    });
  }
}

/** Looks up the source links and reads the pages for what no run checks. */
function review({siteDir, tvm}: CarryOptions, carried: readonly Carried[]): void {
  const tags = tvm === undefined ? undefined : new TaggedSource(tvm);
  const searched = new Map<string, Searched>();
  if (tags) {
    const {faults} = updateRecords(
      siteDir,
      readPages(siteDir).filter(({text}) => !CONFLICT.test(text)),
      tags,
    );
    for (const {twin, notes} of carried) {
      const own = faults.filter(({file}) => file === twin.older.file);
      notes.push(
        ...own.map(({line, problem, cure}) => ({line: line ?? 0, text: `${problem}。办法：${cure}`})),
      );
    }
  }
  for (const {twin, before, notes} of carried) {
    const {release} = twin.version;
    if (tags && !searched.has(release)) {
      searched.set(release, prepare(Corpus.read(tags, release)));
    }
    const text = fs.readFileSync(path.join(siteDir, twin.older.file), 'utf8');
    const page = new Page(twin.older.file, text);
    notes.push(...reviewPage(siteDir, page, before, twin.newest.text, searched.get(release)));
    if (twin.base !== undefined && isRewritten(twin.base, twin.newest.text)) {
      notes.push(
        ...ownPieces(twin.newest.text, text).map(({line, text: own}) => ({
          line,
          text: `这一版自己的：${own}`,
        })),
      );
    }
  }
}

function report({siteDir}: CarryOptions, carried: readonly Carried[], tvm: string | undefined): void {
  for (const {twin, before, notes} of carried) {
    const {file} = twin.older;
    const text = fs.readFileSync(path.join(siteDir, file), 'utf8');
    const isOpen = CONFLICT.test(text);
    const state = isOpen
      ? `有冲突；解决以后运行 npm run versions -- carry --settled ${file}`
      : before === text
        ? '文字没有变'
        : codeHash(before) === codeHash(text)
          ? '只改了文字'
          : '代码或输出也改了';
    console.log(`\n${file}：${state}`);
    for (const {line, text: note} of [...notes].sort((a, b) => a.line - b.line)) {
      console.log(`  ${line > 0 ? `${file}:${line}  ` : ''}${note}`);
    }
  }
  if (tvm === undefined && carried.length > 0) {
    console.log('\n没有写 --tvm：没有找源码链接，没有核对引用的消息和选项');
  }
}

async function finish(carried: readonly Carried[], options: CarryOptions): Promise<number> {
  await runChanged(
    options.siteDir,
    carried.filter(({text}) => !CONFLICT.test(text)),
  );
  review(options, carried);
  report(options, carried, options.tvm);
  return carried.some(({text}) => CONFLICT.test(text)) ? 1 : 0;
}

/** Carries to each of the pages; returns 1 where conflicts are left. */
export async function carry(twins: readonly Twin[], options: CarryOptions): Promise<number> {
  return finish(
    twins.flatMap((twin) => carryOne(twin, options) ?? []),
    options,
  );
}

/**
 * Writes down that pages are in step with the newest, after a person has settled what a merge left.
 *
 * @throws Error where a conflict is left
 */
export async function settle(twins: readonly Twin[], options: CarryOptions): Promise<number> {
  const open = twins.find(({older}) => CONFLICT.test(older.text));
  if (open) {
    throw new Error(`${open.older.file} 里还有冲突标记。办法：解决以后再运行这条命令`);
  }
  const history = new History(options.siteDir);
  const committed = history.committed(twins.map(({older}) => older.file));
  for (const twin of twins) {
    record(options.siteDir, twin, twin.recorded?.split('..')[1] ?? history.keep(twin.newest.text));
  }
  return finish(
    twins.map((twin) => ({
      twin,
      before: committed.get(twin.older.file) ?? twin.older.text,
      text: twin.older.text,
      notes: [],
    })),
    options,
  );
}

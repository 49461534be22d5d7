/** Sentences that were changed in one version while they stand word for word, as they were, in another. */
import fs from 'node:fs';
import path from 'node:path';
import type {Fault} from '../../src/content/checks/fault';
import type {Page} from '../../src/content/pages';
import {VERSIONS} from '../../src/site/versions';
import {hunksBetween, keyOf} from './align';
import {cutPage, joinPieces, type Piece} from './cut';
import {isPending, isRewritten, keptOn, type Twin} from './pages';
import {History, readRecord, recordFile} from './record';

/** Shorter ones (「原因：」) stand in many places by chance. */
const SHORTEST = 8;

const isSentence = (piece: Piece) =>
  (piece.kind === 'sentence' || piece.kind === 'row') &&
  keyOf(piece).length >= SHORTEST &&
  /[^|:\s-]/.test(piece.text);

/** A sentence that a page changed, and what it made of it, where one took the place of one. */
interface Change {
  sentence: string;
  became?: string;
}

/** A change of one page and the place where another still has the sentence. */
export interface Correction extends Change {
  /** Path in the trees. */
  path: string;
  changedIn: Page;
  /** The page that still has it, and the piece. */
  page: Page;
  piece: Piece;
}

/** Sentences of a text that another does not have any more; none where it was rewritten as a whole. */
function changesBetween(before: string, after: string): Change[] {
  if (before === after || isRewritten(before, after)) {
    return [];
  }
  const [a, b] = [cutPage(before), cutPage(after)];
  const left = new Set(b.map(keyOf));
  return hunksBetween(a, b).flatMap(({from, to, start, end}) => {
    const became = to - from === 1 && end - start === 1 ? keyOf(b[start]!) : undefined;
    const gone = a.slice(from, to).filter((piece) => isSentence(piece) && !left.has(keyOf(piece)));
    return gone.map((piece) => ({sentence: keyOf(piece), became}));
  });
}

/** Where another page has the sentences that one changed. */
function standingIn(page: Page, changes: readonly Change[], changedIn: Page, own: string): Correction[] {
  const pieces = changes.length > 0 ? cutPage(page.text) : [];
  return changes.flatMap((change) => {
    const piece = pieces.find((one) => keyOf(one) === change.sentence);
    return piece ? [{...change, path: own, changedIn, page, piece}] : [];
  });
}

const isKept = (siteDir: string, {path: own, sentence, changedIn, page}: Correction) =>
  [changedIn, page].some(({release}) => keptOn(siteDir, release!, own).has(sentence));

/** What was changed on the newest pages, and what on the older ones, since they were last in step. */
export interface Corrections {
  fromNewest: Correction[];
  fromOlder: Correction[];
  /** Pages of which the earlier text is not at hand. */
  untold: Twin[];
}

/**
 * Finds the sentences, those that are recorded as kept left out.
 *
 * @throws HistoryProblem where there is no Git history
 */
export function findCorrections(siteDir: string, twins: readonly Twin[]): Corrections {
  const earlier = new History(siteDir).whenRecorded(twins);
  const told = twins.filter((twin) => twin.base !== undefined && earlier.has(twin) && !isPending(twin));
  const fromNewest = told.flatMap(({base, newest, older, path: own}) =>
    standingIn(older, changesBetween(base!, newest.text), newest, own),
  );
  const fromOlder = told.flatMap((twin) => {
    const changes = changesBetween(earlier.get(twin)!, twin.older.text);
    const siblings = twins.filter((other) => other.path === twin.path && other !== twin);
    return [twin.newest, ...siblings.map(({older}) => older)].flatMap((page) =>
      standingIn(page, changes, twin.older, twin.path),
    );
  });
  const open = (found: readonly Correction[]) => found.filter((one) => !isKept(siteDir, one));
  return {
    fromNewest: open(fromNewest),
    fromOlder: open(fromOlder),
    untold: twins.filter((twin) => twin.recorded !== undefined && !isPending(twin) && !told.includes(twin)),
  };
}

/** What `npm run check` says of them, and of records of kept sentences that say nothing any more. */
export function correctionFaults(siteDir: string, twins: readonly Twin[], found: Corrections): Fault[] {
  const faultOf =
    (command: string) =>
    (one: Correction): Fault => ({
      kind: '一个版本改了、另一个版本一字未动的句子',
      file: one.page.file,
      line: one.piece.line,
      problem: `${one.changedIn.file} 已经${one.became === undefined ? '去掉了' : `改成「${one.became}」`}，这里还是「${one.sentence}」`,
      cure: `npm run versions -- ${command} ${one.changedIn.file}；两个版本本来就不同，就写进 ${recordFile(one.page.version === VERSIONS[0] ? one.changedIn.release! : one.page.release!)} 的 keeps：{"page": "${one.path}", "sentence": "原句", "why": "为什么"}，整页对照过就用 carry --settled`,
    });
  const idle = [...new Set(twins.map(({version}) => version.release))].flatMap((release) =>
    readRecord(siteDir, release).keeps.flatMap(({page, sentence}): Fault[] => {
      const pages = twins.filter((twin) => twin.path === page).flatMap(({older, newest}) => [older, newest]);
      const stands = pages.some(({text}) => cutPage(text).some((piece) => keyOf(piece) === sentence));
      return stands
        ? []
        : [
            {
              kind: '没有用的记录',
              file: recordFile(release),
              problem: `keeps 里 ${page} 的「${sentence}」哪个版本也没有`,
              cure: '删去这一条；句子要与页面上的一字不差',
            },
          ];
    }),
  );
  return [
    ...found.fromNewest.map(faultOf('carry')),
    ...found.fromOlder.map(faultOf('carry --back')),
    ...idle,
  ];
}

/** Shows what older pages corrected to the pages that still have the old wording, or writes it there. */
export function carryBack(siteDir: string, found: readonly Correction[], isWriting: boolean): void {
  for (const {page, piece, changedIn, sentence, became} of found) {
    const isOwn = became === undefined || became.includes(changedIn.release!);
    const note =
      became === undefined ? '（只是去掉了，或改成了几句：自己改）' : isOwn ? '（里面有版本号：自己改）' : '';
    console.log(`${page.file}:${piece.line}${note}\n  - ${sentence}\n  + ${became ?? ''}`);
    if (isWriting && !isOwn) {
      const file = path.join(siteDir, page.file);
      const pieces = cutPage(fs.readFileSync(file, 'utf8'));
      const changed = pieces.map((one) =>
        keyOf(one) === sentence ? {...one, text: one.text.replace(sentence, () => became)} : one,
      );
      fs.writeFileSync(file, joinPieces(changed));
    }
  }
  const hint = isWriting ? '已写入；再读一遍差异' : '写入：加上 --write';
  console.log(`${found.length} 处${found.length > 0 ? `。${hint}` : ''}`);
}

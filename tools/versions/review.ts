/** What a person has to settle on an older page after something was carried into it: what no run checks. */
import {findEntry, type Inventory, lookup, readInventory} from '../../src/content/inventory';
import {nameIn, readImports, readings} from '../../src/content/names';
import type {Page} from '../../src/content/pages';
import {CONFLICT} from '../../src/content/checks/frontMatter';
import {pageSourceFaults} from '../../src/content/checks/sourceLinks';
import {LATEST} from '../../src/site/versions';
import type {Searched} from '../claims/claims';
import {olderClaims} from '../claims/older';
import {optionClaims} from '../claims/options';
import {type ClaimPage, readClaimPage} from '../claims/page';
import {stringClaims} from '../claims/strings';

/** A place to read, and why. */
export interface Note {
  /** Line of the page; 0 for the page as a whole. */
  line: number;
  text: string;
}

const CODE_NAME = /(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g;
const DIFFERENCES = /^#+\s*与 .* 的差别/;

/** The public names of a release. */
export type NamesOf = readonly [release: string, inventory: Inventory];

/** A name on a page; one in code that runs needs no look at its parameters. */
interface NameUse {
  name: string;
  line: number;
  isRun: boolean;
}

/** Names on a page: inline code that is one, and dotted names in Python. */
function namesOn({prose, fences}: ClaimPage): NameUse[] {
  const inline = prose.flatMap(({line, code}) =>
    code.flatMap((text) => (nameIn(text) ? [{name: nameIn(text)!, line, isRun: false}] : [])),
  );
  const python = fences.filter(({role}) => role === 'run' || role === 'norun');
  const inCode = python.flatMap(({body, line, role}) =>
    body
      .split('\n')
      .flatMap((text, i) =>
        [...text.matchAll(CODE_NAME)].map(([name]) => ({name, line: line + 1 + i, isRun: role === 'run'})),
      ),
  );
  return [...inline, ...inCode];
}

/** Names of one release that another does not have, or has with other parameters. */
export function nameNotes(page: ClaimPage, [known, there]: NamesOf, [release, own]: NamesOf): Note[] {
  const python = page.fences.filter(({role}) => role === 'run' || role === 'norun');
  const imports = readImports(python.map(({body}) => body).join('\n'));
  const notes = new Map<string, Note>();
  for (const {name, line, isRun} of namesOn(page)) {
    const full = readings(name, imports).find((reading) => lookup(there, reading).state === 'found');
    if (full === undefined || notes.has(full)) {
      continue;
    }
    const [now, then] = [there, own].map((inventory) => findEntry(inventory, full)?.sig);
    if (lookup(own, full).state === 'missing') {
      notes.set(full, {line, text: `TVM ${release} 没有 ${full}`});
    } else if (!isRun && now !== undefined && then !== undefined && now !== then) {
      notes.set(full, {line, text: `${full} 的参数不同：${release} 是 ${then}，${known} 是 ${now}`});
    }
  }
  return [...notes.values()];
}

/** Lines that speak of the newest version outside of the comparison with it. */
function releaseNotes({prose}: ClaimPage): Note[] {
  const table = prose.find(({text}) => DIFFERENCES.test(text))?.line ?? Infinity;
  return prose
    .filter(({line, text}) => line < table && text.includes(LATEST.release) && !CONFLICT.test(text))
    .map(({line, text}) => ({line, text: `说的是 ${LATEST.release}：${text}`}));
}

/**
 * Everything on the new lines of an older page that has to be read.
 *
 * @param before the page as it was
 * @param newest the newest page
 * @param searched TVM's source at the release, where it is at hand
 */
export function reviewPage(
  siteDir: string,
  page: Page,
  before: string,
  newest: string,
  searched?: Searched,
): Note[] {
  const known = new Set(before.split('\n'));
  const isNew = page.text.split('\n').map((line) => !known.has(line));
  const read = readClaimPage(page.text);
  const [young, own] = [LATEST.release, page.release!].map((release) => readInventory(siteDir, release));
  const quoted = searched ? stringClaims(read, searched.corpus, searched.messages) : [];
  const isName = (text: string) => own !== undefined && lookup(own, text.split('（')[0]!).state === 'found';
  const options = searched ? optionClaims(read, searched.corpus).filter(({text}) => !isName(text)) : [];
  const absent = [...quoted, ...options].filter(({notes}) => /^源代码里没有/.test(notes[0] ?? ''));
  return [
    ...(young && own ? nameNotes(read, [LATEST.release, young], [page.release!, own]) : []),
    ...releaseNotes(read),
    ...pageSourceFaults(siteDir, page).map(({line, problem}) => ({line: line ?? 0, text: problem})),
    ...absent.map(({line, text}) => ({line, text: `TVM ${page.release} 的源代码里没有：${text}`})),
  ]
    .filter(({line}) => isNew[line - 1])
    .concat(
      olderClaims(read, readClaimPage(newest)).map(({line, text, notes}) => ({
        line,
        text: `${notes[0]}；这一段没有变：${text}`,
      })),
    )
    .sort((a, b) => a.line - b.line);
}

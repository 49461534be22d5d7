import type {Corpus} from './corpus';
import {readTemplates} from './literals';
import {Messages} from './match';
import {olderClaims} from './older';
import {optionClaims} from './options';
import {readClaimPage} from './page';
import {absoluteClaims, adviceClaims, type Claim, numberClaims} from './prose';
import {stringClaims} from './strings';

/** What there is to read on a page, by kind, in the order of the report. */
export const CLAIM_KINDS = {
  absolute: '没有例外的词',
  strings: '引用的消息',
  options: '选项和环境变量',
  numbers: '输出里没有的数字',
  advice: '没有运行过的做法',
  older: '与 0.13.0 输出不同、说明相同',
} as const;

export type Worklist = Record<keyof typeof CLAIM_KINDS, Claim[]>;

/** The source of a release, ready for searching. */
export interface Searched {
  corpus: Corpus;
  messages: Messages;
}

export function prepare(corpus: Corpus): Searched {
  return {corpus, messages: new Messages(readTemplates(corpus))};
}

/**
 * Lists what runs do not check on a page. It judges nothing: it is what to read.
 *
 * @param newest the page of the newest version on the same subject, for a page of an older one
 */
export function listClaims(markdown: string, {corpus, messages}: Searched, newest?: string): Worklist {
  const page = readClaimPage(markdown);
  return {
    absolute: absoluteClaims(page),
    strings: stringClaims(page, corpus, messages),
    options: optionClaims(page, corpus),
    numbers: numberClaims(page),
    advice: adviceClaims(page),
    older: newest === undefined ? [] : olderClaims(page, readClaimPage(newest)),
  };
}

/** The list of a page as text. */
export function formatWorklist(file: string, list: Worklist): string {
  const sections = Object.entries(CLAIM_KINDS).flatMap(([kind, title]) => {
    const claims = [...list[kind as keyof Worklist]].sort((a, b) => a.line - b.line);
    const items = claims.map(({line, text, notes}) => {
      const [first = '', ...more] = notes;
      const separate = text.length + first.length > 100 || more.length > 0;
      return `  ${file}:${line}  ${text}${separate ? '' : `  ${first}`}${(separate ? notes : []).map((note) => `\n      ${note}`).join('')}`;
    });
    return claims.length > 0 ? [`${title}（${claims.length}）\n${items.join('\n')}`] : [];
  });
  return sections.join('\n\n');
}

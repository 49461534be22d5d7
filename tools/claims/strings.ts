import type {Corpus, SourcePlace} from './corpus';
import {WILDCARD} from './literals';
import type {Messages} from './match';
import type {ClaimPage} from './page';
import type {Claim} from './prose';

/** An English message that a page quotes. */
interface Quote {
  line: number;
  text: string;
}

const COMMAND =
  /^(\$|sudo|apt|pip3?|python3?|cmake|make|git|export|docker|adb|tvmc|npm|cd|ls|cat|echo|for|if|import|from|def|with|return|lambda)\b/;
/** Code, a target or a list of options rather than words. */
const CODE =
  /\w\s*=\s*[\w"'[({]|(^|\s)--?\w|[;{}\\]\s*$|::|->|\blambda\b|^[\w.]+\(.*\)$|^[@%#]|\w\[|<<|&&|\|\|/;

/** Whether a text is words that a program prints rather than code. */
export function isMessage(text: string): boolean {
  const words = text.match(/(?<![\w.-])[A-Za-z][a-z]+(?![\w(=[-])/g) ?? [];
  return (
    words.length >= 2 &&
    /\S\s+\S/.test(text) &&
    !COMMAND.test(text) &&
    !CODE.test(text) &&
    !/\p{Script=Han}/u.test(text)
  );
}

/** A message as it is searched: its placeholders are wildcards, and what every error begins with is left out. */
export function searchable(text: string): string {
  return text
    .replace(/^(?:[\w.]*(?:Error|Exception|Warning)|error|warning|fatal error):\s*/i, '')
    .replace(/^(?:InternalError: )?Check failed: \(.*?\) is (?:false|true):?\s*/, '')
    .replace(/…|\.{3}|<[^<>\s][^<>]*>|\{\w*\}|%\w\b|\*+/g, WILDCARD)
    .trim();
}

/** The same with wildcards for what differs from machine to machine: paths and names in quotes. */
function withoutValues(text: string): string {
  return text.replace(/(?<!\S)(?:\w:)?[/~][\w./+-]+|'[^']*'|"[^"]*"|\b0x[0-9a-f]+\b/g, WILDCARD);
}

/** English messages in prose and tables, in the output of shell code, and in text that is no output. */
export function quotesOf({prose, fences}: ClaimPage): Quote[] {
  const inline = prose.flatMap(({line, sentences, code}) => [
    ...code.filter(isMessage).map((text) => ({line, text})),
    ...sentences
      .flatMap(({words}) => [...words.matchAll(/「([^」]*)」/g)].map(([, text]) => text!))
      .filter(isMessage)
      .map((text) => ({line, text})),
  ]);
  const blocks = fences.filter((fence, i) => {
    const isShown = fence.role === 'other' && ['text', 'console', ''].includes(fence.language);
    return isShown || (fence.role === 'output' && /^shell/.test(fences[i - 1]?.role ?? ''));
  });
  const lines = blocks.flatMap(({line, body}) =>
    body.split('\n').map((text, i) => ({line: line + 1 + i, text: text.trim()})),
  );
  return [...inline, ...lines.filter(({text}) => isMessage(text))];
}

const at = ({path, line}: Pick<SourcePlace, 'path' | 'line'>) => `${path}:${line}`;
const shown = (text: string) => text.replaceAll(WILDCARD, '…').replace(/\s+/g, ' ').trim().slice(0, 200);

/** Where a message stands in the source: to the letter, with other words in the places of wildcards, or nearly. */
function findQuote(text: string, corpus: Corpus, messages: Messages): string {
  const wanted = searchable(text);
  const exact = wanted.includes(WILDCARD) || wanted.length < 6 ? [] : corpus.find(wanted, 3);
  if (exact.length > 0) {
    return `原文：${exact.map(at).join('、')}`;
  }
  const found = messages.find(withoutValues(wanted));
  return !found
    ? '源代码里没有找到'
    : `${found.cost < 1 ? '相符' : `相近（${Math.ceil(found.cost)} 个词不同）`}：${at(found)}  「${shown(found.text)}」`;
}

/** Every quoted message with what the source has of it. */
export function stringClaims(page: ClaimPage, corpus: Corpus, messages: Messages): Claim[] {
  return quotesOf(page).map(({line, text}) => ({line, text, notes: [findQuote(text, corpus, messages)]}));
}

/** The words of the entries of the reference, as probes quote them. */
import {readCovered} from '../reference/site';
import {readPage} from '../../src/content/pages';
import {endOfSentence} from '../../src/content/prose';

/** Without what is not read: marks of code and emphasis, targets of links, white space. */
export function bare(text: string): string {
  return text.replace(/\]\([^)]*\)/g, ']').replace(/[`*[\]\s]/g, '');
}

/** What a release says of a name. */
export interface EntryWords {
  file: string;
  line: number;
  description: string;
  /** `bare` text that holds for the entry: its own, and what its page says before and between the entries. */
  words: string;
}

/** The entries of a release by dotted name. */
export function readEntryWords(siteDir: string, release: string): Map<string, EntryWords> {
  const entries = new Map<string, EntryWords>();
  for (const {files} of readCovered(siteDir, release)) {
    for (const page of files) {
      const others = page.entries.map(({description}) => description);
      const prose = readPage(siteDir, page.file).lines.join('\n');
      const shared = bare(others.reduce((text, own) => (own ? text.replace(own, '\n') : text), prose));
      for (const {name, line, description} of page.entries) {
        entries.set(name, {file: page.file, line, description, words: `${bare(description)}\n${shared}`});
      }
    }
  }
  return entries;
}

/**
 * What an entry says of behaviour: its sentences without the first, which says what the name is for, and the rows of its
 * tables without their heads.
 */
export function behaviour(description: string): string[] {
  const sentences: string[] = [];
  const rows: string[] = [];
  let head = true;
  for (const block of description.split(/\n\s*\n/)) {
    const lines = block.trim().split('\n');
    if (lines[0]?.startsWith('|')) {
      rows.push(...lines.slice(2));
      continue;
    }
    for (let rest = lines.join(''); rest.trim() !== '';) {
      const end = endOfSentence(rest);
      const sentence = rest.slice(0, end);
      rest = rest.slice(end + 1);
      if (!head && /\p{Script=Han}/u.test(sentence)) {
        sentences.push(sentence.trim());
      }
      head = false;
    }
  }
  return [...sentences, ...rows];
}

/** How many of the statements on behaviour a probe quotes. */
export function countCovered(description: string, quotes: readonly string[]): {covered: number; all: number} {
  const statements = behaviour(description).map(bare);
  const words = quotes.map(bare);
  const covered = statements.filter((one) =>
    words.some((quote) => one.includes(quote) || quote.includes(one)),
  );
  return {covered: covered.length, all: statements.length};
}

/** The words of the entries of the reference and of the sections of other pages, as probes quote them. */
import {readCovered} from '../reference/site';
import {contentFiles, readPage} from '../../src/content/pages';
import {endOfSentence} from '../../src/content/prose';
import {REFERENCE} from '../../src/content/reference';
import {getVersion} from '../../src/site/versions';

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
 * The sections of the pages of a release that are no reference, each up to the next heading: by page and anchor
 * (`how_to/errors#graph-inputs`), and by the page alone what stands before its first heading.
 */
export function readSectionWords(siteDir: string, release: string): Map<string, EntryWords> {
  const {directory} = getVersion(release);
  const sections = new Map<string, EntryWords>();
  for (const file of contentFiles(siteDir, directory, /\.mdx?$/)) {
    if (file.startsWith(`${directory}/${REFERENCE}/`)) {
      continue;
    }
    const page = readPage(siteDir, file);
    const headings = page.headings.filter(({depth}) => depth > 1);
    const starts = [0, ...headings.map(({line}) => line)];
    starts.forEach((line, i) => {
      const description = page.lines.slice(line, starts[i + 1] ? starts[i + 1]! - 1 : undefined).join('\n');
      const name = i === 0 ? page.docId : `${page.docId}#${page.headingAnchors[i - 1]}`;
      sections.set(name, {file, line: Math.max(1, line), description, words: bare(description)});
    });
  }
  return sections;
}

/** All that a probe can be of. */
export function readAllWords(siteDir: string, release: string): Map<string, EntryWords> {
  return new Map([...readEntryWords(siteDir, release), ...readSectionWords(siteDir, release)]);
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

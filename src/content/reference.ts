/**
 * Reads the pages of the API reference: which names a page has to cover, and what each entry on it says. An entry is a
 * heading of the third level with the dotted name as its anchor, a fence with the signature, and a description.
 */
import {type Fence, parseFences} from '../site/fences';
import {type Inventory, lookup} from './inventory';
import {endOfSentence, proseLines, readHeadings} from './prose';

/** Names that each page of the reference covers, by page (`relay/transform`), with the place of each definition. */
export type ReferenceNames = Record<string, Record<string, string>>;

/** An entry of the reference as its page has it. */
export interface ReferenceEntry {
  name: string;
  /** Line of the heading, counted from 1. */
  line: number;
  heading: string;
  /** What the fence with the signature holds, white space at both ends left out; undefined where there is none. */
  signature?: string;
  signatureLine?: number;
  /** The description as written: text and tables up to the next heading, without fences. */
  description: string;
  /** Of a class: what the table of members says of each, by its name. */
  members: Record<string, {signature: string; meaning: string; line: number}>;
}

/** Folder of the reference within the tree of a version. */
export const REFERENCE = 'reference/api/python';

/**
 * The key in `ReferenceNames` that a page of the reference works at: `topi/math.md` at `topi`, where `topi/math` is no
 * key of its own.
 *
 * @param file path below `REFERENCE`, e.g. `relay/index.md`
 * @returns undefined for the index of the whole reference, and where no key fits
 */
export function pageKey(file: string, names: ReferenceNames): string | undefined {
  let rest = file.replace(/\.mdx?$/, '');
  for (;;) {
    const keys = [rest, rest.replace(/\/index$/, ''), `${rest}/index`];
    const key = keys.find((one) => one !== 'index' && names[one]);
    if (key !== undefined || !rest.includes('/')) {
      return key;
    }
    rest = rest.slice(0, rest.lastIndexOf('/'));
  }
}

/** The signature of a name as a reader writes the call: the dotted name and the parameter list. */
export function signatureOf(inventory: Inventory, name: string): string {
  const found = lookup(inventory, name);
  return name + (found.state === 'found' && found.sig ? found.sig : '');
}

/** Heading of the first column of a table that describes the members of a class. */
export const MEMBERS_HEADING = '成员';

const MEMBER_ROW = /^\|\s*`([A-Za-z_]\w*)([^`]*)`\s*\|(.*)\|\s*$/;

/** What the rows of the tables of members say, by the name of the member; of two rows the first. */
function readMembers(lines: readonly string[], firstLine: number): ReferenceEntry['members'] {
  const members: ReferenceEntry['members'] = {};
  let heading = '';
  lines.forEach((row, i) => {
    if (/^\|\s*:?-+/.test(lines[i + 1] ?? '')) {
      heading = row.split('|')[1]!.trim();
    }
    const [, member, signature, meaning] = MEMBER_ROW.exec(row) ?? [];
    if (member && heading === MEMBERS_HEADING && !members[member]) {
      members[member] = {signature: signature!, meaning: meaning!.trim(), line: firstLine + i};
    }
  });
  return members;
}

/** All entries of a page, in order. */
export function parseEntries(
  markdown: string,
  fences: readonly Fence[] = parseFences(markdown),
): ReferenceEntry[] {
  const lines = proseLines(markdown, fences);
  const headings = readHeadings(lines);
  return headings.flatMap(({line, depth, text, anchor}, i) => {
    if (depth !== 3 || !anchor || !/^(?:tvm|vta)\./.test(anchor)) {
      return [];
    }
    const end = headings[i + 1]?.line ?? lines.length + 1;
    const own = lines.slice(line, end - 1);
    const signature = fences.find((one) => one.role === 'signature' && one.line > line && one.line < end);
    return [
      {
        name: anchor,
        line,
        heading: text,
        signature: signature?.body.trim(),
        signatureLine: signature?.line,
        description: own.join('\n').trim(),
        members: readMembers(own, line + 1),
      },
    ];
  });
}

/**
 * The Chinese words of an entry, without names, code and marks. Two entries that agree in them were made from one
 * template.
 */
export function bareDescription({description}: ReferenceEntry): string {
  return description
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, '')
    .replace(/\P{Script=Han}/gu, '');
}

/** The first sentence of an entry, as Markdown: what the index of its page says of it. */
export function summaryOf({description}: ReferenceEntry): string {
  const paragraph =
    description.split(/\n\s*\n/).find((text) => text.trim() && !/^[|:#>-]/.test(text.trim())) ?? '';
  return paragraph.slice(0, endOfSentence(paragraph)).trim().replace(/：$/, '');
}

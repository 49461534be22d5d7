/**
 * Reads the pages of the API reference: which names a page has to cover, and what each entry on it says. An entry is a
 * heading of the third level with the dotted name as its anchor, a fence with the signature, and a description.
 */
import {parseFences} from './fences';
import {type ApiEntry, type Inventory, lookup} from './inventory';

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

/** The record of a public name, where a module has it under this very name or passes it on. */
export function findEntry(inventory: Inventory, name: string): ApiEntry | undefined {
  const at = name.lastIndexOf('.');
  const own = inventory[name.slice(0, at)]?.[name.slice(at + 1)];
  const parent = name.slice(0, at);
  const outer =
    inventory[parent.slice(0, parent.lastIndexOf('.'))]?.[parent.slice(parent.lastIndexOf('.') + 1)];
  const passedOn =
    outer?.kind === 'module' && outer.home ? inventory[outer.home]?.[name.slice(at + 1)] : undefined;
  const found = own ?? passedOn;
  const homeAt = found?.home?.lastIndexOf('.') ?? -1;
  const definition =
    homeAt > 0 ? inventory[found!.home!.slice(0, homeAt)]?.[found!.home!.slice(homeAt + 1)] : undefined;
  return found && {...found, members: found.members ?? definition?.members};
}

/** The signature of a name as a reader writes the call: the dotted name and the parameter list. */
export function signatureOf(inventory: Inventory, name: string): string {
  const found = lookup(inventory, name);
  return name + (found.state === 'found' && found.sig ? found.sig : '');
}

const HEADING = /^(#{1,6})\s+(.*?)(?:\s*\{\/\*\s*#(\S+)\s*\*\/\})?\s*$/;
const MEMBER_ROW = /^\|\s*`([A-Za-z_]\w*)([^`]*)`\s*\|(.*)\|\s*$/;

/** All entries of a page, in order. */
export function parseEntries(markdown: string): ReferenceEntry[] {
  const lines = markdown.split(/\r?\n/);
  const fences = parseFences(markdown);
  const inFence = new Set<number>();
  for (const {line, endLine} of fences) {
    for (let at = line; at <= endLine; at += 1) {
      inFence.add(at);
    }
  }
  const entries: ReferenceEntry[] = [];
  let entry: ReferenceEntry | undefined;
  lines.forEach((text, i) => {
    const line = i + 1;
    if (inFence.has(line)) {
      const fence = fences.find((one) => one.line === line);
      if (entry && fence?.role === 'signature' && entry.signature === undefined) {
        entry.signature = fence.body.trim();
        entry.signatureLine = line;
      }
      return;
    }
    const [, marks, heading, anchor] = HEADING.exec(text) ?? [];
    if (marks) {
      entry = undefined;
      if (marks === '###' && anchor && /^(?:tvm|vta)\./.test(anchor)) {
        entry = {name: anchor, line, heading: heading!, description: '', members: {}};
        entries.push(entry);
      }
      return;
    }
    if (entry) {
      entry.description += `${text}\n`;
      const [, member, signature, meaning] = MEMBER_ROW.exec(text) ?? [];
      if (member) {
        entry.members[member] = {signature: signature!, meaning: meaning!.trim(), line};
      }
    }
  });
  return entries.map((one) => ({...one, description: one.description.trim()}));
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
  return (/^.*?[。；](?![^「」]*」)/s.exec(paragraph)?.[0] ?? paragraph).trim().replace(/[。；：]$/, '');
}

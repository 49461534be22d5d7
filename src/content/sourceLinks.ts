/**
 * Links from a page to the source of TVM: text one symbol in backticks, target `tvm:` and the path at the page's release.
 * The command that finds the lines, the check of the build and the Markdown transform all go by this one reading.
 */
import {type Fence, parseFences} from '../site/fences';
import {LINKS} from '../site/links';
import {maskCode, proseLines} from './prose';

const SCHEME = 'tvm:';

/** Where a symbol stands at the tag of a release. */
export interface SourceLine {
  /** Counted from 1. */
  line: number;
  /** The line itself, without the blanks at both ends. */
  text: string;
}

/** What `data/sources/<release>.json` holds: by target (a path, perhaps with `#` and a hint), then by symbol. */
export type SourceRecords = Record<string, Record<string, SourceLine>>;

/** A link to TVM's source as a page has it. */
export interface SourceLink {
  /** Line of the page, counted from 1. */
  line: number;
  /** What stands between the brackets, as written. */
  text: string;
  /** The symbol, where the text is one symbol in backticks. */
  symbol?: string;
  /** The address without `tvm:`, e.g. `python/tvm/te/schedule.py#Stage`; empty where the link has no form to read. */
  target: string;
}

/** The target of an address of the scheme `tvm:`; undefined for any other address. */
export function sourceTarget(url: string): string | undefined {
  return url.startsWith(SCHEME) ? url.slice(SCHEME.length) : undefined;
}

/** The two parts of a target: the path from TVM's root, and the hint that tells equal names apart. */
export function splitTarget(target: string): {path: string; hint: string} {
  const at = target.indexOf('#');
  return at === -1 ? {path: target, hint: ''} : {path: target.slice(0, at), hint: target.slice(at + 1)};
}

/** The symbol that inline code names, without the brackets of a call; undefined where it is more than one. */
export function symbolOf(code: string): string | undefined {
  const name = code.trim();
  return name === '' || /\s/.test(name)
    ? undefined
    : /^operator/.test(name)
      ? name
      : name.replace(/(?<=.)\(\)$/, '');
}

/** Address of a line of TVM's source at a tag. */
export function sourceUrl(tag: string, target: string, {line}: SourceLine): string {
  return `${LINKS.upstreamRepository}/blob/${tag}/${splitTarget(target).path}#L${line}`;
}

const LINK = /\[([^[\]]*)\]\(\s*<?tvm:([^\s()<>]*)>?\s*\)/g;
const ANY_USE = /(?:\]\(\s*<?|\]:\s*<?|\b(?:href|to)\s*=\s*["'{]+)tvm:/g;

function linksOfLine(line: string, number: number): SourceLink[] {
  const masked = maskCode(line);
  const links = [...masked.matchAll(LINK)].map((match): SourceLink => {
    const text = line.slice(match.index + 1, match.index + 1 + match[1]!.length);
    const code = /^(`+)(?!`)(.*[^`])\1$/.exec(text)?.[2];
    return {line: number, text, symbol: code && symbolOf(code), target: match[2]!};
  });
  const rest = [...masked.replace(LINK, '').matchAll(ANY_USE)];
  return [...links, ...rest.map(() => ({line: number, text: line.trim(), target: ''}))];
}

/** Every link of a page to TVM's source, in order; those in code are none. */
export function readSourceLinks(
  markdown: string,
  fences: readonly Fence[] = parseFences(markdown),
): SourceLink[] {
  return markdown.includes(SCHEME)
    ? proseLines(markdown, fences).flatMap((line, i) =>
        line.includes(SCHEME) ? linksOfLine(line, i + 1) : [],
      )
    : [];
}

/** The record of a link, where there is one. */
export function findRecord(
  records: SourceRecords,
  {target, symbol}: Pick<SourceLink, 'target' | 'symbol'>,
): SourceLine | undefined {
  return symbol === undefined ? undefined : records[target]?.[symbol];
}

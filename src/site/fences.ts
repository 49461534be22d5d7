import {FENCE_ROLES, type FenceMeta, type FenceRole, parseFenceMeta} from './fenceMeta';

/**
 * Reads the code fences of a Markdown page and says what each is for. The runner, the check in `npm test`, the
 * line on the page and the Markdown transforms all go by this one reading.
 */

export interface Fence {
  role: FenceRole;
  language: string;
  /** What stands after the language. */
  meta: FenceMeta;
  /** Why a `norun` fence can't run; empty where the page gives no reason. */
  reason?: string;
  /** The text between the fence lines, without the indentation of the fence, lines joined by `\n`. */
  body: string;
  /** Line of the opening fence in the file, from 1. */
  line: number;
  /** Line of the closing fence, from 1. */
  endLine: number;
  indent: string;
  marker: string;
  /** Nothing but blank lines stands between the previous fence and this one. */
  followsFence: boolean;
}

function dedent(lines: string[], indent: string): string {
  const spaces = new RegExp(`^ {0,${indent.length}}`);
  return (indent ? lines.map((line) => line.replace(spaces, '')) : lines).join('\n');
}

function isClosing(line: string, marker: string): boolean {
  const text = line.trim();
  return text.length >= marker.length && text === marker[0].repeat(text.length);
}

/** All fences of a page, in order. A fence that is never closed ends with the file. */
export function parseFences(markdown: string): Fence[] {
  const lines = markdown.split(/\r?\n/);
  const fences: Fence[] = [];
  let previousEnd = -1;
  for (let start = 0; start < lines.length; start += 1) {
    const open = /^([ \t]*)(`{3,}|~{3,})\s*([^\s`]*)\s*(.*)$/.exec(lines[start]);
    if (!open || (open[2].startsWith('`') && open[4].includes('`'))) {
      continue;
    }
    const [, indent, marker, language] = open;
    const meta = parseFenceMeta(language, open[4]);
    let end = start + 1;
    while (end < lines.length && !isClosing(lines[end], marker)) {
      end += 1;
    }
    fences.push({
      role: meta.role,
      language,
      meta,
      ...(meta.role === 'norun' && {reason: meta.norun}),
      body: dedent(lines.slice(start + 1, end), indent),
      line: start + 1,
      endLine: end + 1,
      indent,
      marker,
      followsFence: previousEnd >= 0 && lines.slice(previousEnd + 1, start).every((line) => !line.trim()),
    });
    previousEnd = end;
    start = end;
  }
  return fences;
}

/** The fences that the runner executes or checks, in order; the record has one entry for each of them. */
export function codeFences(fences: readonly Fence[]): Fence[] {
  return fences.filter(({role}) => FENCE_ROLES[role].recorded);
}

/** The output fence that belongs to a fence: the next one, where nothing stands between the two. */
export function outputOf(fences: readonly Fence[], fence: Fence): Fence | undefined {
  const next = fences[fences.indexOf(fence) + 1];
  return next?.role === 'output' && next.followsFence ? next : undefined;
}

/**
 * The text whose hash says whether a page is still the one that was run: of every fence that is executed, checked
 * or compared, its role, its reason or whether it was measured, and its body. Prose, titles, highlighted lines, languages of outputs and line
 * numbers are not in it, so changing them asks for no new run.
 */
export function codeText(fences: readonly Fence[]): string {
  const relevant = fences.filter(({role}) => FENCE_ROLES[role].hashed);
  return JSON.stringify(relevant.map(hashedParts));
}

const hashedParts = (f: Fence) => [f.role, f.reason ?? (f.meta.measured ? 'measured' : ''), f.body];

/** `codeText` of one fence and its output. */
export function fenceText(fences: readonly Fence[], fence: Fence): string {
  return codeText([fence, ...[outputOf(fences, fence) ?? []].flat()]);
}

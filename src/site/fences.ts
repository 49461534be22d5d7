/**
 * Reads the code fences of a Markdown page and says what each is for. The runner, the check in `npm test`, the
 * line on the page and the Markdown transforms all go by this one reading.
 */

/**
 * - `run`: Python that is executed; `norun`: Python that can't be, with a reason; `signature`: not a program
 * - `shell-run`: shell commands that are executed; `shell`: only their syntax is checked
 * - `output`: what the fence right above printed
 */
export type FenceRole = 'run' | 'norun' | 'shell-run' | 'shell' | 'output' | 'signature' | 'other';

export interface Fence {
  role: FenceRole;
  language: string;
  /** What stands after the language, as written. */
  meta: string;
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

const PYTHON = new Set(['python', 'py', 'python3']);
const SHELL = new Set(['bash', 'sh', 'shell']);
const QUOTED = /[\w-]+=(?:"[^"]*"|'[^']*')/g;
const NORUN = /(?:^|\s)norun(?:=(?:"([^"]*)"|'([^']*)'|(\S*)))?(?=\s|$)/;

/** The bare words of a meta string, e.g. `output` and `before`; the words inside `title="…"` are not among them. */
export function metaWords(meta: string): string[] {
  return meta.replace(QUOTED, '').split(/\s+/).filter(Boolean);
}

/** The reason in `norun="…"`; an empty string where it is left out, undefined where the meta has no `norun`. */
export function norunReason(meta: string): string | undefined {
  const match = NORUN.exec(meta);
  return match ? (match[1] ?? match[2] ?? match[3] ?? '').trim() : undefined;
}

/** What a fence with this language and meta is for. */
export function fenceRole(language: string, meta: string): FenceRole {
  const words = metaWords(meta);
  if (words.includes('output')) {
    return 'output';
  }
  if (PYTHON.has(language)) {
    if (words.includes('signature')) {
      return 'signature';
    }
    return norunReason(meta) === undefined ? 'run' : 'norun';
  }
  if (SHELL.has(language)) {
    return words.includes('run') ? 'shell-run' : 'shell';
  }
  return 'other';
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
    const [, indent, marker, language, meta] = open;
    let end = start + 1;
    while (end < lines.length && !isClosing(lines[end], marker)) {
      end += 1;
    }
    const role = fenceRole(language, meta.trim());
    fences.push({
      role,
      language,
      meta: meta.trim(),
      ...(role === 'norun' && {reason: norunReason(meta)}),
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
  return fences.filter((f) => ['run', 'norun', 'shell-run', 'shell'].includes(f.role));
}

/** The output fence that belongs to a fence: the next one, where nothing stands between the two. */
export function outputOf(fences: readonly Fence[], fence: Fence): Fence | undefined {
  const next = fences[fences.indexOf(fence) + 1];
  return next?.role === 'output' && next.followsFence ? next : undefined;
}

/**
 * The text whose hash says whether a page is still the one that was run: of every fence that is executed, checked
 * or compared, its role, its reason and its body. Prose, titles, highlighted lines, languages of outputs and line
 * numbers are not in it, so changing them asks for no new run.
 */
export function codeText(fences: readonly Fence[]): string {
  const relevant = fences.filter((f) => f.role !== 'other' && f.role !== 'signature');
  return JSON.stringify(relevant.map((f) => [f.role, f.reason ?? '', f.body]));
}

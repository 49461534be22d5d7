import type {Masked, Syntax} from './mask';
import {ranksOf} from './patterns';

/** A place where a symbol is defined or stands. */
export interface Candidate {
  /** Where the symbol begins, and where the line begins that it stands on. */
  at: number;
  start: number;
  /** What belongs to the definition itself: up to its body. */
  head: string;
  /** Where the body ends. */
  end: number;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** The place after the bracket that closes the one at a place; the end of the text where none does. */
function closing(bare: string, open: number): number {
  const pairs: Record<string, string> = {'(': ')', '{': '}', '[': ']'};
  const stack: string[] = [];
  for (let i = open; i < bare.length; i += 1) {
    const char = bare[i]!;
    if (pairs[char]) {
      stack.push(pairs[char]);
    } else if (char === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) {
        return i + 1;
      }
    }
  }
  return bare.length;
}

/** The lines below a line of Python that are indented further, with its own arguments. */
function pythonEnd(bare: string, start: number): number {
  const indent = /^[ \t]*/.exec(bare.slice(start))![0].length;
  const open = /[([{:\n]/.exec(bare.slice(start + indent));
  let at = start + indent + (open?.index ?? 0);
  at = bare[at] && '([{'.includes(bare[at]!) ? closing(bare, at) : at;
  const next = new RegExp(`\\n(?=[ \\t]{0,${indent}}[^\\s)\\]}])`, 'g');
  next.lastIndex = at;
  return next.exec(bare)?.index ?? bare.length;
}

/**
 * How the text after the arguments of something that may be a function goes on: with a body, as a declaration, or as
 * something else, such as a call.
 */
function functionKind(bare: string, open: number): 'definition' | 'declaration' | 'other' {
  const rest = bare.slice(closing(bare, open), closing(bare, open) + 4000);
  const tail =
    /^\s*(?:(?:const|override|final|noexcept|volatile|mutable|&&?|throws\s+[\w.,\s]+|->\s*[\w:<>*&,\s]+)\s*)*/.exec(
      rest,
    )![0];
  const next = rest.slice(tail.length);
  if (/^(\{|:(?!:))/.test(next)) {
    return 'definition';
  }
  return /^(;|=\s*(0|default|delete)\s*;)/.test(next) ? 'declaration' : 'other';
}

function cEnd(bare: string, at: number): number {
  const stop = /[;{(]/g;
  stop.lastIndex = at;
  for (let found = stop.exec(bare); found; found = stop.exec(bare)) {
    if (found[0] === '(') {
      stop.lastIndex = closing(bare, found.index);
    } else {
      return found[0] === ';' ? found.index : closing(bare, found.index);
    }
  }
  return bare.length;
}

function candidate({code, bare}: Masked, syntax: Syntax, at: number): Candidate {
  const start = lineStart(code, at);
  const end =
    syntax === 'python' ? pythonEnd(bare, start) : syntax === 'c' ? cEnd(bare, at) : bare.indexOf('\n', at);
  const whole = end < 0 ? bare.length : end;
  const body = syntax === 'c' ? bare.slice(start, whole).search(/[{;]/) : -1;
  const line = code.indexOf('\n', at);
  const headEnd =
    body >= 0
      ? start + body
      : Math.max(line < 0 ? code.length : line, syntax === 'python' ? headOfPython(bare, start) : 0);
  return {at, start, head: code.slice(start, headEnd), end: whole};
}

function headOfPython(bare: string, start: number): number {
  const open = bare.slice(start).search(/[([{\n]/);
  return open >= 0 && bare[start + open] !== '\n' ? closing(bare, start + open) : start;
}

/** A class, function or namespace around a place. */
interface Scope {
  name: string;
  start: number;
}

function pythonScopes(bare: string, start: number): Scope[] {
  const scopes: Scope[] = [];
  let indent = /^[ \t]*/.exec(bare.slice(start))![0].length;
  const before = indent > 0 ? bare.slice(0, start) : '';
  for (const {1: space, 2: text, index} of [...before.matchAll(/^([ \t]*)([^\s)\]}].*)$/gm)].reverse()) {
    if (space!.length < indent) {
      indent = space!.length;
      const name = /^(?:async\s+)?(?:def|class)\s+(\w+)/.exec(text!)?.[1];
      scopes.unshift(...(name ? [{name, start: index}] : []));
    }
  }
  return scopes;
}

const C_SCOPE = /\b(?:class|struct|namespace)\s+(?:[A-Z][A-Z0-9_]*\s+)?(\w+)[^;(){}=]*\{/g;

/** The functions and classes of Python, or the classes and namespaces of C++, around a line, the outermost first. */
export function scopesOf(bare: string, syntax: Syntax, start: number): Scope[] {
  if (syntax === 'python') {
    return pythonScopes(bare, start);
  }
  return syntax === 'c'
    ? [...bare.slice(0, start).matchAll(C_SCOPE)]
        .filter((match) => closing(bare, match.index + match[0].length - 1) > start)
        .map((match) => ({name: match[1]!, start: match.index}))
    : [];
}

/** Definitions of a symbol in a file, the surest first; declarations of functions rank after their definitions. */
export function findDefinitions(masked: Masked, syntax: Syntax, symbol: string): Candidate[][] {
  return ranksOf(symbol, syntax).flatMap((forms) => {
    const defined = new Map<number, Candidate>();
    const declared: Candidate[] = [];
    for (const {pattern, inStrings, isFunction, isAssignment} of forms) {
      for (const match of (inStrings ? masked.code : masked.bare).matchAll(pattern)) {
        const made = candidate(masked, syntax, match.indices![1]![0]);
        const key = isAssignment ? (pythonScopes(masked.bare, made.start).at(-1)?.start ?? 0) : made.start;
        const kind = isFunction ? functionKind(masked.bare, match.index + match[0].length - 1) : 'definition';
        if (kind === 'definition' && !defined.has(key)) {
          defined.set(key, made);
        } else if (kind === 'declaration') {
          declared.push(made);
        }
      }
    }
    return [[...defined.values()].sort((a, b) => a.at - b.at), ...(declared.length > 0 ? [declared] : [])];
  });
}

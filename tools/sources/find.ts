import type {SourceLine} from '../../src/content/sourceLinks';
import {type Candidate, findDefinitions, scopesOf} from './definitions';
import {type Masked, maskSource, type Syntax, syntaxOf} from './mask';
import {wordOf} from './patterns';

/** A line to choose, and the name of what it stands in, where that is known. */
export interface Place extends SourceLine {
  within?: string;
}

/** Where a symbol stands, or why that can't be said and what to choose from. */
export type Found =
  | ({state: 'found'} & SourceLine)
  | {state: 'missing'; nearby: Place[]}
  | {state: 'ambiguous'; candidates: Place[]};

/** A file of TVM's source that is searched. */
export class SourceFile {
  private readonly masked: Masked;
  private readonly syntax: Syntax;
  private readonly lines: string[];

  constructor(
    readonly path: string,
    text: string,
  ) {
    this.syntax = syntaxOf(path);
    this.masked = maskSource(text, this.syntax);
    this.lines = text.split('\n');
  }

  private lineAt(at: number): SourceLine {
    const line = this.masked.raw.slice(0, at).split('\n').length;
    return {line, text: this.lines[line - 1]!.trim()};
  }

  private definitions(symbol: string): Candidate[][] {
    return findDefinitions(this.masked, this.syntax, symbol);
  }

  /** Those of the candidates that stand in a definition or a namespace of this name. */
  private inside(candidates: readonly Candidate[], name: string): Candidate[] {
    const ranges = this.definitions(name)[0]!;
    return candidates.filter(
      ({at, start}) =>
        ranges.some((range) => range.at < at && at < range.end) ||
        scopesOf(this.masked.bare, this.syntax, start).some((scope) => scope.name === name),
    );
  }

  /**
   * Those that the parts of a hint, one after the other, leave: in a definition of that name, else with it in the head. Of
   * several those win that stand directly where the hint says, not deeper.
   */
  private narrow(candidates: readonly Candidate[], hints: readonly string[]): Candidate[] {
    const left = hints.reduce<Candidate[]>(
      (rest, hint) => {
        const inner = this.inside(rest, hint);
        const word = new RegExp(wordOf(hint));
        return inner.length > 0 ? inner : rest.filter(({head}) => word.test(head));
      },
      [...candidates],
    );
    const place = `.${hints.join('.')}`;
    const direct =
      hints.length > 0 && left.length > 1 ? left.filter((one) => this.scope(one).endsWith(place)) : [];
    return direct.length > 0 ? direct : left;
  }

  /** The names of the classes and functions around a place, each after a dot. */
  private scope({start}: Candidate): string {
    return scopesOf(this.masked.bare, this.syntax, start)
      .map(({name}) => `.${name}`)
      .join('');
  }

  /** The first places where the symbol stands at all, in code if it does, else in a comment. */
  private occurrences(symbol: string): Candidate[] {
    const word = new RegExp(wordOf(symbol), 'g');
    const places = (text: string) => [...text.matchAll(word)].map(({index}) => index);
    const inCode = places(this.masked.code);
    return (inCode.length > 0 ? inCode : places(this.masked.raw)).map((at) => {
      const start = this.masked.raw.lastIndexOf('\n', at - 1) + 1;
      return {at, start, head: this.lineAt(at).text, end: at};
    });
  }

  /** What a name alone means: in Python what stands in no other definition, in C++ the pass, not the function that it calls. */
  private isMeant({start, head}: Candidate): boolean {
    return this.syntax === 'python' ? /\S/.test(this.masked.raw[start]!) : /^(?:TVM_DLL )?Pass /.test(head);
  }

  private choose(all: readonly Candidate[]): Found | undefined {
    const meant = all.filter((one) => this.isMeant(one));
    const candidates = meant.length === 1 ? meant : all;
    const places = candidates.map((one) => ({
      head: one.head.replace(/\s+/g, ' ').trim(),
      ...this.describe(one),
    }));
    // Equal to the letter and side by side: one of them is for another platform or another build.
    const distinct = places.filter(
      ({line, head, within}, i) =>
        places.findIndex((p) => p.line === line || (p.head === head && p.within === within)) === i,
    );
    return distinct.length === 0
      ? undefined
      : distinct.length === 1
        ? {state: 'found', line: distinct[0]!.line, text: distinct[0]!.text}
        : {state: 'ambiguous', candidates: distinct};
  }

  /** A definition of the whole symbol, or of the last part of a dotted one inside the definition of those before it. */
  private definition(symbol: string, hints: readonly string[]): Found | undefined {
    for (const candidates of this.definitions(symbol)) {
      const found = this.choose(this.topmost(this.narrow(candidates, hints)));
      if (found) {
        return found;
      }
    }
    const parts = splitName(symbol);
    if (!parts) {
      return undefined;
    }
    // `relay.build` in python/tvm/relay/build_module.py: what only repeats the path is no definition in the file.
    const outer = parts.outer.filter(
      (name) => this.definitions(name)[0]!.length > 0 || !this.path.split(/[/.]/).includes(name),
    );
    for (const candidates of this.definitions(parts.last)) {
      const left = outer.reduce<Candidate[]>((rest, name) => this.inside(rest, name), candidates);
      const found = this.choose(this.topmost(this.narrow(left, hints)));
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  /** Without those that stand in the body of another one: a constructor names its class again. */
  private topmost(candidates: readonly Candidate[]): Candidate[] {
    return candidates.filter(({at}) => !candidates.some((other) => other.at < at && at < other.end));
  }

  /** Finds the line that a link to a symbol leads to. */
  find(symbol: string, hint: string): Found {
    const hints = hint === '' ? [] : hint.split(/\.|::/);
    const found = this.definition(symbol, hints);
    if (found) {
      return found;
    }
    const [first] = this.narrow(this.occurrences(symbol), hints);
    if (first) {
      return {state: 'found', ...this.lineAt(first.at)};
    }
    const last = splitName(symbol)?.last ?? symbol;
    const places = [...this.definitions(last).flat(), ...this.occurrences(last)].map((one) =>
      this.describe(one),
    );
    return {
      state: 'missing',
      nearby: places.filter(({line}, i) => places.findIndex((p) => p.line === line) === i),
    };
  }

  private describe(candidate: Candidate): Place {
    const within = this.scope(candidate).slice(1);
    return {...this.lineAt(candidate.at), ...(within && {within})};
  }

  /** Words of the file, to suggest one for a symbol that is not there. */
  words(): Set<string> {
    return new Set(this.masked.code.match(/[A-Za-z_][\w.]*/g) ?? []);
  }
}

function splitName(symbol: string): {outer: string[]; last: string} | undefined {
  const parts = symbol.split(/\.|::/).filter(Boolean);
  return parts.length > 1 && !/^["']/.test(symbol)
    ? {outer: parts.slice(0, -1), last: parts.at(-1)!}
    : undefined;
}

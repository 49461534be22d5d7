import type {Syntax} from './mask';

/** A form in which a symbol can be defined. */
export interface Form {
  pattern: RegExp;
  /** Whether to look among strings as well: names are registered as strings. */
  inStrings?: boolean;
  /** What follows the match tells a definition from a declaration or a call, as in C++. */
  isFunction?: boolean;
  /** Given a value more than once in a block, a name is one thing all the same. */
  isAssignment?: boolean;
}

/** Forms that are looked for one after the other: those of a rank only where no earlier one has the symbol. */
export type Ranks = readonly (readonly Form[])[];

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** A pattern for the symbol as a word of its own. */
export function wordOf(symbol: string): string {
  const before = /^\w/.test(symbol) ? '(?<![\\w])' : '';
  const after = /\w$/.test(symbol) ? '(?![\\w])' : '';
  return before + escapeRegExp(symbol) + after;
}

function form(source: string, more: Partial<Form> = {}): Form {
  return {pattern: new RegExp(source, 'gmd'), ...more};
}

function pythonRanks(word: string, quoted: string): Ranks {
  const value = '[ \\t]*(?::[^=\\n]+)?=(?!=)';
  return [
    [
      form(`^[ \\t]*(?:async[ \\t]+|cp?)?def[ \\t]+(${word})`),
      form(`^[ \\t]*(?:cdef[ \\t]+)?class[ \\t]+(${word})`),
    ],
    [form(`^(${word})${value}`, {isAssignment: true})],
    [form(`register\\w*\\(\\s*(${quoted})`, {inStrings: true})],
    [form(`^[ \\t]+(?:(?:self|cls)\\.)?(${word})${value}`, {isAssignment: true})],
    [form(`register\\w*\\([^\\n]*?(${quoted})`, {inStrings: true})],
    [form(`^[ \\t]*(${quoted})[ \\t]*:`, {inStrings: true})],
  ];
}

/** Types, qualifiers and blanks before a name, from the beginning of the line; no word after which none is declared. */
const TYPE =
  '^(?!\\s*(?:return|else|new|case|throw|delete|goto|co_return|using|namespace)\\b)[ \\t]*(?:[\\w:<>,*&~\\[\\] \\t]+?[\\s*&])?';

function cRanks(word: string, quoted: string): Ranks {
  const kinds = 'class|struct|enum|union|interface';
  return [
    [
      form(`\\b(?:${kinds})\\s+(?:class\\s+)?(?:[A-Z][A-Z0-9_]*\\s+)?(${word})(?!::)(?=[^;(){}=]*\\{)`),
      form(`^[ \\t]*TVM_DECLARE_\\w*ATTRS\\(\\s*(${word})\\s*[,)]`),
      form(`^[ \\t]*#[ \\t]*define[ \\t]+(${word})`),
      form(`\\busing\\s+(${word})\\s*=`),
      form(`\\btypedef\\b[^;{}]*?(${word})\\s*;`),
    ],
    [form(`${TYPE}(?:\\w+::)*(${word})\\s*\\(`, {isFunction: true})],
    [form(`^[ \\t]*(?:[A-Z0-9]+_)*REGISTER[A-Z0-9_]*\\(\\s*(${quoted})\\s*[,)]`, {inStrings: true})],
    [form(`^[ \\t]*(?:[A-Z0-9]+_)*REGISTER[A-Z0-9_]*\\(\\s*(${word})\\s*[,)]`)],
    [form(`${TYPE}(?:\\w+::)*(${word})(?:\\[[^\\]\\n]*\\])?\\s*(?:=(?!=)|\\{[^{}\\n]*\\};|;)`)],
    [
      form(`(?:set_attr|\\w*_attr_option|[rR]egister\\w*|add_argument)(?:<[^\\n]*?>)?\\(\\s*(${quoted})`, {
        inStrings: true,
      }),
    ],
    [form(`^[ \\t]*(?:[A-Z0-9]+_)*(?:FIELD|OPTION|DEFINE\\w*|DECLARE\\w*)\\(\\s*(${word})\\s*[,)]`)],
    [form(`^[ \\t]*(${word})\\s*(?:=[^=,\\n]*)?(?:,|$)`), form(`^namespace\\s+(${word})\\s*\\{`)],
  ];
}

function hashRanks(word: string): Ranks {
  return [
    [
      form(
        `^[ \\t]*(?:tvm_option|option|function|macro|add_library|add_executable|add_custom_target)\\(\\s*(${word})`,
      ),
      form(`^[ \\t]*(?:function[ \\t]+)?(${word})[ \\t]*\\(\\)`),
    ],
    [form(`^(${word})[ \\t]*[:?+]?=`, {isAssignment: true})],
    [
      form(`^[ \\t]*set\\(\\s*(${word})`, {isAssignment: true}),
      form(`^[ \\t]*(?:export[ \\t]+)?(${word})[:=]`, {isAssignment: true}),
    ],
  ];
}

function otherRanks(word: string): Ranks {
  return [
    [form(`^[ \\t]*(?:\\w+[ \\t]+)*(?:fn|function|def|class|interface|type|const|let|var)[ \\t]+(${word})`)],
  ];
}

/** The forms in which a language defines a symbol, the surest first. */
export function ranksOf(symbol: string, syntax: Syntax): Ranks {
  const word = wordOf(symbol);
  const quoted = `["']${escapeRegExp(symbol)}["']`;
  switch (syntax) {
    case 'python':
      return pythonRanks(word, quoted);
    case 'c':
      return [...cRanks(word, quoted), ...otherRanks(word)];
    case 'hash':
      return hashRanks(word);
    case 'none':
      return otherRanks(word);
  }
}

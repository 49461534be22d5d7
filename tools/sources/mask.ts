/** How the comments and strings of a family of languages look. */
export type Syntax = 'python' | 'c' | 'hash' | 'none';

const C = new Set(
  '.c .cc .cpp .cu .cuh .h .hh .hpp .mm .m .java .js .ts .go .rs .kt .swift .cl .proto'.split(' '),
);
const HASH = new Set('.cmake .sh .yml .yaml .toml .cfg .mk .rb .Makefile'.split(' '));

/** The family of the language of a file, by its name. */
export function syntaxOf(path: string): Syntax {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.\w+$/.exec(name)?.[0] ?? '';
  if (/^\.pyx?$|^\.pxi$/.test(extension)) {
    return 'python';
  }
  if (C.has(extension)) {
    return 'c';
  }
  return HASH.has(extension) || /^(CMakeLists\.txt|Makefile|Dockerfile.*|Jenkinsfile.*)$/.test(name)
    ? 'hash'
    : 'none';
}

const TOKENS: Record<Exclude<Syntax, 'none'>, RegExp> = {
  python: /("""[\s\S]*?"""|'''[\s\S]*?''')|(#.*)|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/g,
  c: /(R"([^(]*)\([\s\S]*?\)\2")|(\/\/.*|\/\*[\s\S]*?\*\/)|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')/g,
  hash: /(?!)()|((?<![\w$\\])#.*)|("(?:\\.|[^"\\\n])*")/g,
};

const blank = (text: string) => text.replace(/[^\n]/g, ' ');

/** A file with parts of it made blank; every character keeps its place. */
export interface Masked {
  raw: string;
  /** Without comments and texts over several lines. */
  code: string;
  /** Without strings, too. */
  bare: string;
}

/** Makes the comments and the strings of a source file blank. */
export function maskSource(raw: string, syntax: Syntax): Masked {
  if (syntax === 'none') {
    return {raw, code: raw, bare: raw};
  }
  const isString = (token: string) => /^["']/.test(token) && !/^("""|''')/.test(token);
  const code = raw.replace(TOKENS[syntax], (token) => (isString(token) ? token : blank(token)));
  const bare = raw.replace(TOKENS[syntax], (token) =>
    isString(token) ? token[0] + blank(token.slice(1, -1)) + token[0] : blank(token),
  );
  return {raw, code, bare};
}

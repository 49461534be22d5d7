import Prism, {type Grammar} from 'prismjs';
import loadLanguages from 'prismjs/components/';

/** Names that fences use, and the grammars they stand for. Plain ones are shown as they are. */
const GRAMMARS: Record<string, string> = {
  bash: 'bash',
  sh: 'bash',
  shell: 'bash',
  diff: 'diff',
  json: 'json',
  python: 'python',
  py: 'python',
  c: 'c',
  cpp: 'cpp',
  'c++': 'cpp',
  cmake: 'cmake',
  makefile: 'makefile',
  make: 'makefile',
  toml: 'toml',
  yaml: 'yaml',
  yml: 'yaml',
  docker: 'docker',
  dockerfile: 'docker',
  ini: 'ini',
  java: 'java',
  llvm: 'llvm',
  html: 'markup',
  xml: 'markup',
  css: 'css',
  js: 'javascript',
  javascript: 'javascript',
  ts: 'typescript',
  typescript: 'typescript',
  tsx: 'tsx',
  jsx: 'jsx',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  asm: 'nasm',
};

const PLAIN = new Set(['text', 'txt', 'plain', 'output', 'console', '']);

loadLanguages.silent = true;
loadLanguages([...new Set(Object.values(GRAMMARS))]);

/** Relay's text format, as `print(mod)` and `mod.astext()` write it. */
const relay: Grammar = {
  comment: [/\/\*[\s\S]*?\*\//, /\/\/.*/, /^#\[version.*$/m],
  string: /"(?:\\.|[^"\\])*"/,
  'class-name': /\b(?:Tensor|Ref|List|Option|Tree)\b/,
  keyword: /\b(?:def|let|fn|if|else|match|type|extern|free_var)\b/,
  boolean: /\b(?:True|False)\b/,
  function: [/@[\w.$]+/, /\b[a-z_][\w.]*(?=\()/],
  variable: /%[\w.$]+/,
  builtin: /\b(?:u?int(?:8|16|32|64)?|float(?:16|32|64)?|bfloat16|bool|meta)\b/,
  number: /-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:f|f16|f64|h|i64|u8|i8)?\b/i,
  operator: /->|=>|=/,
  punctuation: /[{}[\]();,:]/,
};

/**
 * Grammar of a fence's language.
 *
 * @returns the grammar; undefined for languages shown without colours
 * @throws Error for a language that the site does not know
 */
export function findGrammar(language: string): Grammar | undefined {
  if (PLAIN.has(language)) {
    return undefined;
  }
  if (language === 'relay') {
    return relay;
  }
  const grammar = Prism.languages[GRAMMARS[language] ?? ''];
  if (!grammar) {
    throw new Error(
      `代码块的语言「${language}」没有语法定义；可用：${['text', 'relay', ...Object.keys(GRAMMARS)].join('、')}`,
    );
  }
  return grammar;
}

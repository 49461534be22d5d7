/** `npm run fix:text`: checks the spacing and punctuation of Chinese text in pages, interface texts and code, or puts it right. */
import fs from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {runCommand} from '../commandLine';
import {isMain} from './isMain';
import {projectFiles} from './projectFiles';

const ROOT = path.resolve(__dirname, '../..');
const CHECKED =
  /^(?!data\/|examples\/|static\/|bench\/.*\.json|tests\/unit\/checks\/autocorrect).*\.(mdx?|tsx?|mjs)$|^i18n\/.*\.json$|^blog\/.*\.yml$/;
// Code in pages runs as it stands and its output is what a run printed; a hyphen may join Chinese parts of a name.
const CONFIG = JSON.stringify({rules: {'space-dash': 0}, context: {codeblock: 0}});

interface Library {
  lintFor(text: string, file: string): {lines: Finding[]; error: string};
  formatFor(text: string, file: string): {out: string; error: string};
  loadConfig(config: string): unknown;
}

/** A passage that the rules would write otherwise; line and column count from 1. */
export interface Finding {
  l: number;
  c: number;
  old: string;
  new: string;
}

let library: Library | undefined;

/** Loads AutoCorrect. Its package is made for bundlers, so its WebAssembly is put together here. */
function load(): Library {
  if (!library) {
    const name = '@huacnlee/autocorrect/autocorrect_bg';
    const require = createRequire(__filename);
    const glue = require(`${name}.js`) as Library & {__wbg_set_wasm(exports: unknown): void};
    const wasm = new WebAssembly.Module(fs.readFileSync(require.resolve(`${name}.wasm`)));
    const {exports} = new WebAssembly.Instance(wasm, {'./autocorrect_bg.js': glue as never});
    glue.__wbg_set_wasm(exports);
    (exports.__wbindgen_start as () => void)();
    glue.loadConfig(CONFIG);
    library = glue;
  }
  return library;
}

/**
 * Finds the passages of a text that the rules for Chinese typography would write otherwise.
 *
 * @param file name that tells the language, e.g. `docs/index.md`
 */
export function lint(text: string, file: string): Finding[] {
  return load().lintFor(text, file).lines;
}

/** Checks files; prints what is wrong and returns how many files are right and wrong. */
export function checkTypography(files: readonly string[], fix: boolean): {passed: number; failed: number} {
  let failed = 0;
  for (const file of files) {
    const full = path.join(ROOT, file);
    const text = fs.readFileSync(full, 'utf8');
    // Of a page the check of pages tells that it is not in UTF-8; what to write instead can't be told.
    const findings = text.includes('\uFFFD') ? [] : lint(text, file);
    if (findings.length > 0 && fix) {
      fs.writeFileSync(full, load().formatFor(text, file).out);
    } else if (findings.length > 0) {
      failed += 1;
      for (const {l, c, old, new: better} of findings) {
        console.error(`${file}:${l}:${c}  ${old.trim()}\n    办法：改成 ${better.trim()}`);
      }
    }
  }
  return {passed: files.length - failed, failed};
}

const USAGE = `用法：
  npm run check -- --only text   指出中文标点和空格写得不对的地方
  npm run fix:text [-- 文件…]    改正它们；不写文件时是全部
`;

if (isMain(__filename)) {
  const options = {fix: {type: 'boolean', default: false}} as const;
  runCommand({usage: USAGE, options, takesWords: true}, ({values, positionals}) => {
    const files = positionals.length > 0 ? positionals : projectFiles(ROOT, CHECKED);
    const {passed, failed} = checkTypography(files, values.fix);
    if (failed > 0) {
      console.error('可以自动改正：npm run fix:text；改完请看一遍差异');
    }
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  });
}

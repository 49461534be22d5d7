import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {filesUnder} from './files';

const ENDINGS = ['', '.ts', '.tsx', '.js', '.mjs', '/index.ts', '/index.tsx', '/index.js'];
const CODE = /\.[cm]?[jt]sx?$/;

/** A text in the code, up to what is put into it. */
const TEXT = /(['"`])((?:(?!\1|\$\{)[^\\\n])+)/g;
const COMMENT = /^\s*(?:\/\*[^]*?\*\/|\/\/.*)/gm;

/** Folders of the site whose files the bundler reads by itself, or makes. */
const BUNDLED = /^(?:docs|versioned_docs|blog|static|build|node_modules|\.[^/]+|src)(?:\/|$)/;

const isFile = (file: string) => fs.statSync(file, {throwIfNoEntry: false})?.isFile() ?? false;

/** Files that a text in a module names: another module beside it, or data of the site. */
function filesNamed(text: string, module: string, siteDir: string): string[] {
  const beside = ENDINGS.map((ending) => path.resolve(path.dirname(module), text + ending)).find(isFile);
  if (beside) {
    return [beside];
  }
  const inSite = path.relative(siteDir, path.resolve(siteDir, text));
  return text.includes('/') && !inSite.startsWith('..') && !BUNDLED.test(inSite)
    ? filesUnder(path.join(siteDir, inSite))
    : [];
}

/**
 * Finds what decides what a module of the build does: the modules of the site that it names, by an import or as a path
 * (loaders, code that is put into pages), what these name in turn, the data that they name by its path below the site, and
 * what packages are installed. A page is no such thing: the bundler knows by itself what it compiles.
 *
 * @param siteDir folder of the site
 * @param entry path of the module
 * @returns absolute paths of files that exist, in a fixed order
 */
export function inputsOf(siteDir: string, entry: string): string[] {
  const found = new Set<string>();
  const add = (file: string): void => {
    if (
      found.has(file) ||
      !file.startsWith(siteDir + path.sep) ||
      file.includes(`${path.sep}node_modules${path.sep}`)
    ) {
      return;
    }
    found.add(file);
    if (CODE.test(file)) {
      const code = fs.readFileSync(file, 'utf8').replace(COMMENT, '');
      for (const [, , text] of code.matchAll(TEXT)) {
        filesNamed(text!, file, siteDir).forEach(add);
      }
    }
  };
  add(path.resolve(siteDir, entry));
  filesUnder(path.join(siteDir, 'package-lock.json')).forEach(add);
  return [...found].sort();
}

/** Says in a short text what the {@link inputsOf} a module hold. */
export function hashInputs(siteDir: string, entry: string): string {
  const hash = createHash('sha256');
  inputsOf(siteDir, entry).forEach((file) =>
    hash.update(path.relative(siteDir, file)).update('\0').update(fs.readFileSync(file)),
  );
  return hash.digest('hex');
}

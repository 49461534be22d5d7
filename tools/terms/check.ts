/**
 * Checks that pages, interface texts, pictures and code comments use the terms of `data/terms.json`.
 *
 * usage: tsx tools/terms/check.ts [files…]
 */
import fs from 'node:fs';
import path from 'node:path';
import {isMain} from '../checks/isMain';
import {projectFiles} from '../checks/projectFiles';
import {readProse} from './prose';
import {findVariants, readTerms, type Term, type Violation} from './terms';

const ROOT = path.resolve(__dirname, '../..');
const CHECKED =
  /^(?!data\/|examples\/|bench\/|tests\/unit\/terms\/|tools\/terms\/).*\.(mdx?|tsx?|mjs|svg|ya?ml)$|^i18n\/.*\.json$|_category_\.json$/;

/**
 * Finds the variants that a file uses in its prose.
 *
 * @param file name that tells the language, e.g. `docs/index.md`
 */
export function checkText(file: string, source: string, terms: readonly Term[]): Violation[] {
  // Most files use none, and looking for the letters is much faster than parsing Markdown.
  const suspects = terms.filter(({variants}) => variants.some((variant) => source.includes(variant)));
  return suspects.length === 0
    ? []
    : readProse(file, source).flatMap(({line, column, text}) =>
        findVariants(text, suspects).map((hit) => ({...hit, line, column: column + hit.column - 1})),
      );
}

/** Checks files; prints what is wrong and returns how many files are right and wrong. */
export function checkTerms(root: string, files: readonly string[]): {passed: number; failed: number} {
  const terms = readTerms(root);
  let failed = 0;
  for (const file of files) {
    const violations = checkText(file, fs.readFileSync(path.join(root, file), 'utf8'), terms);
    failed += violations.length > 0 ? 1 : 0;
    for (const {line, column, variant, use, term} of violations) {
      console.error(
        `${file}:${line}:${column}  用了「${variant}」\n    办法：写「${use}」（${term}）；用词表在 data/terms.json`,
      );
    }
  }
  return {passed: files.length - failed, failed};
}

if (isMain(__filename)) {
  const given = process.argv.slice(2);
  const {passed, failed} = checkTerms(ROOT, given.length > 0 ? given : projectFiles(ROOT, CHECKED));
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** Checks that pages, interface texts, pictures and code comments use the terms of `data/terms.json`, and that pages are plain. */
import fs from 'node:fs';
import path from 'node:path';
import {runCommand} from '../commandLine';
import {isMain} from '../checks/isMain';
import {projectFiles} from '../checks/projectFiles';
import {classify} from '../../src/content/pages';
import {findHardships} from './plain';
import {readProse} from './prose';
import {findOtherNames, titleOf} from './titles';
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
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
  const pages = projectFiles(root, /\.mdx?$/).filter((file) => classify(file) !== undefined);
  const titles = new Map(pages.map((file) => [file, titleOf(read(file)) ?? '']));
  let failed = 0;
  for (const file of files) {
    const source = read(file);
    const violations = checkText(file, source, terms);
    const hardships = titles.has(file)
      ? [...findHardships(source), ...findOtherNames(file, source, titles)]
      : [];
    failed += violations.length + hardships.length > 0 ? 1 : 0;
    for (const {line, column, variant, use, term} of violations) {
      console.error(
        `${file}:${line}:${column}  用了「${variant}」\n    办法：写「${use}」（${term}）；用词表在 data/terms.json`,
      );
    }
    for (const {line, problem, cure} of hardships) {
      console.error(`${file}:${line}  ${problem}\n    办法：${cure}`);
    }
  }
  return {passed: files.length - failed, failed};
}

const USAGE = `用法：npm run check -- --only terms

指出 data/terms.json 里不该用的写法，以及页面上难读的句子；npx tsx tools/terms/check.ts 文件… 只看这几个文件。
`;

if (isMain(__filename)) {
  runCommand({usage: USAGE, takesWords: true}, ({positionals}) => {
    const files = positionals.length > 0 ? positionals : projectFiles(ROOT, CHECKED);
    const {passed, failed} = checkTerms(ROOT, files);
    console.log(`${passed} passed, ${failed} failed`);
    return failed > 0 ? 1 : 0;
  });
}

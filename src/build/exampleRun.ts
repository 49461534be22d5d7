import fs from 'node:fs';
import path from 'node:path';
import type {ParseFrontMatter} from '@docusaurus/types';
import {type Results, summarise} from '../site/examples';
import {VERSIONS} from '../site/versions';
import type {ExampleRun} from '../site/exampleRun';

function readPages(siteDir: string): Results['pages'] {
  const pages: Results['pages'] = {};
  for (const {release} of VERSIONS) {
    const file = path.join(siteDir, 'examples/results', `${release}.json`);
    if (fs.existsSync(file)) {
      Object.assign(pages, (JSON.parse(fs.readFileSync(file, 'utf8')) as Results).pages);
    }
  }
  return pages;
}

/**
 * Adds to the front matter of each page what the record says of its examples, as `example_run`, where the theme reads
 * it. A page that is being edited keeps its last record; `npm test` tells when the two no longer agree.
 *
 * @param parse parser to add to
 */
export function withExampleRun(siteDir: string, parse: ParseFrontMatter): ParseFrontMatter {
  const pages = readPages(siteDir);
  return async (params) => {
    const result = await parse(params);
    const record = pages[path.relative(siteDir, params.filePath).split(path.sep).join('/')];
    if (!record) {
      return result;
    }
    const summary = summarise(record);
    if (!summary.passed || summary.total === 0) {
      return result;
    }
    const run: ExampleRun = {
      tvm: record.tvm,
      date: record.date,
      total: summary.total,
      executed: summary.executed,
    };
    return {...result, frontMatter: {...result.frontMatter, example_run: run}};
  };
}

import fs from 'node:fs';
import path from 'node:path';
import type {ParseFrontMatter} from '@docusaurus/types';
import {type PageRecord, type Results, summarise} from '../site/examples';
import type {CheckedSources, ExampleRun} from '../site/exampleRun';
import {findRecord, readSourceLinks} from '../site/sourceLinks';
import {readRecords} from '../site/node/sourceRecords';
import {VERSIONS} from '../site/versions';
import {releaseOf} from '../plugins/checks/sourceLinks';
import {classify, type ParsedSource} from '../plugins/checks/sources';

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

function exampleRun(record: PageRecord | undefined): ExampleRun | undefined {
  const summary = record && summarise(record);
  return record && summary?.passed && summary.total > 0
    ? {tvm: record.tvm, date: record.date, total: summary.total, executed: summary.executed}
    : undefined;
}

function checkedSources(siteDir: string, source: ParsedSource): CheckedSources | undefined {
  const release = releaseOf(source);
  const links = readSourceLinks(source.text);
  if (release === undefined || links.length === 0) {
    return undefined;
  }
  const records = readRecords(siteDir, release);
  const count = links.filter((link) => findRecord(records, link)).length;
  return count > 0 ? {tvm: release, count} : undefined;
}

/**
 * Adds to the front matter of each page what the records say of its examples (`example_run`) and of its links to TVM's
 * source (`checked_sources`), where the theme reads it. A page that is being edited keeps its last record; `npm test`
 * tells when the two no longer agree.
 *
 * @param parse parser to add to
 */
export function withExampleRun(siteDir: string, parse: ParseFrontMatter): ParseFrontMatter {
  const pages = readPages(siteDir);
  return async (params) => {
    const result = await parse(params);
    const file = path.relative(siteDir, params.filePath).split(path.sep).join('/');
    const {frontMatter} = result;
    const source: ParsedSource = {
      kind: 'page',
      ...classify(file),
      file,
      text: params.fileContent,
      frontMatter,
    };
    const run = exampleRun(pages[file]);
    const sources = checkedSources(siteDir, source);
    return {
      ...result,
      frontMatter: {
        ...frontMatter,
        ...(run && {example_run: run}),
        ...(sources && {checked_sources: sources}),
      },
    };
  };
}

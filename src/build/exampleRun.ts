import type {ParseFrontMatter} from '@docusaurus/types';
import {type PageRecord, summarise} from '../site/examples';
import type {CheckedSources, ExampleRun} from '../site/exampleRun';
import {readPageRecords} from '../content/exampleRecords';
import {findRecord} from '../content/sourceLinks';
import {readSourceRecords} from '../content/sourceRecords';
import {Page, siteFile} from '../content/pages';

function exampleRun(record: PageRecord | undefined): ExampleRun | undefined {
  const summary = record && summarise(record);
  return record && summary?.passed && summary.total > 0
    ? {tvm: record.tvm, date: record.date, total: summary.total, executed: summary.executed}
    : undefined;
}

function checkedSources(siteDir: string, {release, sourceLinks}: Page): CheckedSources | undefined {
  if (release === undefined || sourceLinks.length === 0) {
    return undefined;
  }
  const records = readSourceRecords(siteDir, release);
  const count = sourceLinks.filter((link) => findRecord(records, link)).length;
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
  const records = readPageRecords(siteDir);
  return async (params) => {
    const result = await parse(params);
    const file = siteFile(siteDir, params.filePath);
    const {frontMatter} = result;
    const page = new Page(file, params.fileContent, frontMatter);
    const run = exampleRun(records.get(file));
    const sources = checkedSources(siteDir, page);
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

import fs from 'node:fs/promises';
import path from 'node:path';
import type {SearchRecord} from '../../site/searchTypes';

/** What a build leaves for the hosted index, beside the published site and not in it. */
export interface BuiltRecords {
  /** Folder of the built site. */
  outDir: string;
  siteUrl: string;
  baseUrl: string;
  records: SearchRecord[];
}

/** Where a build leaves its records. */
export function recordsFile(siteDir: string): string {
  return path.join(siteDir, '.docusaurus', 'tvm-search', 'records.json');
}

/** Writes the records of a build, without what only the embedded engine needs. */
export async function writeRecords(siteDir: string, built: BuiltRecords): Promise<void> {
  const records = built.records.map(
    ({objectID, hierarchy, content, type, url, language, docusaurus_tag}: SearchRecord): SearchRecord => ({
      objectID,
      hierarchy,
      content,
      type,
      url,
      language,
      docusaurus_tag,
    }),
  );
  const file = recordsFile(siteDir);
  await fs.mkdir(path.dirname(file), {recursive: true});
  await fs.writeFile(file, JSON.stringify({...built, records}));
}

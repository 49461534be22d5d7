/** Folder of the embedded search indexes below the base URL. */
export const BUNDLES_PATH = 'pagefind';

/** Folder of the index for a version, by its tag, e.g. `docs-default-0.12.0`. */
export function bundleName(tag: string): string {
  return tag.replace(/[^\w.-]/g, '_');
}

/** Records in one file of an index: sections of a page that stand one after another are often found together. */
export const RECORDS_PER_FILE = 2;

/**
 * Where what is kept of a document stands in an index.
 *
 * @param id folder of the records and number of the document, e.g. `1f0a9c2e-17`
 */
export function placeOfRecord(id: string): {file: string; at: number} {
  const [folder, number] = id.split('-') as [string, string];
  return {
    file: `records/${folder}/${Math.floor(Number(number) / RECORDS_PER_FILE)}.json`,
    at: Number(number) % RECORDS_PER_FILE,
  };
}

/** Address of DocSearch's stylesheet below the base URL; it is fetched when the search opens for the first time. */
export const SEARCH_STYLESHEET = 'assets/docsearch-3.9.0.css';

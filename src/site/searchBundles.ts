/** Folder of the embedded search indexes below the base URL. */
export const BUNDLES_PATH = 'pagefind';

/** Folder of the index for a version, by its tag, e.g. `docs-default-0.12.0`. */
export function bundleName(tag: string): string {
  return tag.replace(/[^\w.-]/g, '_');
}

/** Address of DocSearch's stylesheet below the base URL; it is fetched when the search opens for the first time. */
export const SEARCH_STYLESHEET = 'assets/docsearch-3.9.0.css';

import {escapeHtml} from '../site/codeTokens';

/** Kinds of searches that DocSearch remembers, one list per index. */
const LISTS = ['__DOCSEARCH_RECENT_SEARCHES__', '__DOCSEARCH_FAVORITE_SEARCHES__'];

interface StoredSearch {
  objectID: string;
  url: string;
  type: string;
  hierarchy: Record<string, string | null>;
  content?: string | null;
}

function isText(value: unknown): value is string | null | undefined {
  return value === null || value === undefined || typeof value === 'string';
}

function isStoredSearch(value: unknown): value is StoredSearch {
  const entry = value as Partial<StoredSearch> | null;
  return (
    typeof entry === 'object' &&
    entry !== null &&
    typeof entry.objectID === 'string' &&
    typeof entry.url === 'string' &&
    /^(\/|https?:\/\/)/.test(entry.url) &&
    typeof entry.type === 'string' &&
    /^(lvl[1-6]|content)$/.test(entry.type) &&
    typeof entry.hierarchy === 'object' &&
    entry.hierarchy !== null &&
    Object.values(entry.hierarchy).every(isText) &&
    typeof entry.hierarchy.lvl1 === 'string' &&
    isText(entry.content)
  );
}

/** Text that DocSearch will render as HTML, made safe; doing it twice changes nothing. */
function safe(text: string): string {
  return escapeHtml(text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'));
}

function clean(entry: StoredSearch): StoredSearch {
  const texts = Object.entries(entry.hierarchy).map(([level, text]) => [level, text && safe(text)]);
  return {...entry, hierarchy: Object.fromEntries(texts), content: entry.content && safe(entry.content)};
}

/**
 * Makes the remembered searches fit to be read by DocSearch, which trusts them: a rubbish entry would crash the page and
 * its texts are rendered as HTML. What can't be read counts as empty.
 */
export function repairStoredSearches(indexName: string): void {
  for (const list of LISTS.map((name) => name + indexName)) {
    try {
      const stored = localStorage.getItem(list);
      if (stored === null) {
        continue;
      }
      let entries: unknown = [];
      try {
        entries = JSON.parse(stored);
      } catch {
        // Rubbish: empty.
      }
      const kept = Array.isArray(entries) ? entries.filter(isStoredSearch).map(clean) : [];
      localStorage.setItem(list, JSON.stringify(kept));
    } catch (error) {
      console.error(error);
    }
  }
}

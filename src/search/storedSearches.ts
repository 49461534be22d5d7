import {escapeHtml} from '../site/codeTokens';

/** Kinds of searches that DocSearch remembers, one list per index. */
const LISTS = ['__DOCSEARCH_RECENT_SEARCHES__', '__DOCSEARCH_FAVORITE_SEARCHES__'];

/** Where DocSearch tries whether it can store at all. */
const DOCSEARCH_TRIAL = '__TEST_KEY__';

/** More characters than both lists ever have. */
const ROOM = 32_768;

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
    isText(entry.content) &&
    typeof (entry.type === 'content' ? entry.content : entry.hierarchy[entry.type]) === 'string'
  );
}

/** Text that DocSearch will render as HTML, made safe; doing it twice changes nothing. */
function safe(text: string): string {
  return escapeHtml(text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&'));
}

function clean({objectID, url, type, hierarchy, content}: StoredSearch): StoredSearch {
  const texts = Object.entries(hierarchy).map(([level, text]) => [level, text && safe(text)]);
  return {objectID, url, type, hierarchy: Object.fromEntries(texts), content: content && safe(content)};
}

function parseList(stored: string): unknown[] {
  try {
    const entries: unknown = JSON.parse(stored);
    return Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}

function repairList(list: string): void {
  const stored = localStorage.getItem(list);
  if (stored !== null) {
    localStorage.setItem(list, JSON.stringify(parseList(stored).filter(isStoredSearch).map(clean)));
  }
}

function tryStorage(indexName: string): void {
  const trial = `${LISTS[0]}${indexName}_trial`;
  localStorage.setItem(trial, ' '.repeat(ROOM));
  localStorage.removeItem(trial);
}

let refused = false;

/** Lets DocSearch find out that nothing can be stored: after that it remembers nothing and fails at nothing. */
function refuseStorage(): void {
  if (refused) {
    return;
  }
  refused = true;
  const {setItem} = Storage.prototype;
  Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
    if (key === DOCSEARCH_TRIAL) {
      throw new Error('no storage');
    }
    setItem.call(this, key, value);
  };
}

/** Whether the browser lets the site near its storage; where it does not, Docusaurus has said so. */
function hasStorage(): boolean {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

/**
 * Makes the remembered searches fit to be read by DocSearch, which trusts them: a rubbish entry would crash the page, its
 * texts are rendered as HTML, and a storage that fails halfway keeps the reader from the result. What can't be read
 * counts as empty.
 */
export function repairStoredSearches(indexName: string): void {
  if (!hasStorage()) {
    return;
  }
  try {
    LISTS.forEach((list) => repairList(list + indexName));
    tryStorage(indexName);
  } catch (error) {
    console.warn(error);
    refuseStorage();
  }
}

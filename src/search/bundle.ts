import {BUNDLES_PATH, bundleName, placeOfRecord} from '../site/searchBundles';
import {spellToken} from '../site/searchTokens';
import type {StoredRecord, SymbolTable} from '../site/searchTypes';

/** A document that Pagefind found. In the place of the places of a word the index has its weight. */
interface Found {
  id: string;
  words: number[];
}

/** What the site uses of Pagefind's browser library. */
interface Pagefind {
  search(term: string): Promise<{results: Found[]}>;
}

/** Weights of a word by document. */
export type Matches = ReadonlyMap<string, number>;

/** Remembers what an asynchronous function gave; a failure is forgotten, since the reader may be online again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`);
  }
  return (await response.json()) as T;
}

/** The embedded index of one version, of which each part is fetched when it is first asked for. */
export class Bundle {
  private readonly url: string;
  private readonly records = new Map<string, () => Promise<StoredRecord[]>>();
  private attempts = 0;
  private readonly pagefind = once(() => {
    // A browser may remember of a module that it could not be fetched (Chromium did until lately).
    const again = this.attempts++ > 0 ? `?again=${this.attempts}` : '';
    return import(/* webpackIgnore: true */ `${this.url}/pagefind.js${again}`) as Promise<Pagefind>;
  });

  /** The table of API names. */
  readonly symbols = once(() => fetchJson<SymbolTable>(`${this.url}/symbols.json`));

  /** Latin words of the pages, sorted. */
  readonly words = once(() => fetchJson<string[]>(`${this.url}/words.json`));

  /** @param baseUrl base URL of the site, with slashes at both ends */
  constructor(baseUrl: string, tag: string) {
    this.url = `${baseUrl}${BUNDLES_PATH}/${bundleName(tag)}`;
  }

  private async find(term: string): Promise<Matches> {
    const {results} = await (await this.pagefind()).search(term);
    return new Map(results.map(({id, words}) => [id, Math.max(...words)]));
  }

  /** Documents with a word. */
  withWord(word: string): Promise<Matches> {
    return this.find(`"${spellToken(word)}"`);
  }

  /** Documents with a word that begins so. */
  withPrefix(prefix: string): Promise<Matches> {
    return this.find(spellToken(prefix));
  }

  /** What is kept of a document to show it. */
  async record(id: string): Promise<StoredRecord> {
    const {file, at} = placeOfRecord(id);
    const load = this.records.get(file) ?? once(() => fetchJson<StoredRecord[]>(`${this.url}/${file}`));
    this.records.set(file, load);
    return (await load())[at]!;
  }
}

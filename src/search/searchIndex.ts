import {INDEX_PATH, indexName, type IndexEntry, type Postings, RECORDS_PER_FILE} from '../site/searchIndex';
import type {StoredRecord} from '../site/searchTypes';

/** Weights of a word by the number of the record that has it. */
export type Matches = ReadonlyMap<number, number>;

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

/** Gives what is in a JSON file. */
export type ReadJson = (url: string) => Promise<unknown>;

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: ${response.status}`);
  }
  return response.json();
}

function readPostings(list: number[]): Matches {
  const matches = new Map<number, number>();
  let number = 0;
  for (let i = 0; i < list.length; i += 2) {
    number += list[i]!;
    matches.set(number, list[i + 1]!);
  }
  return matches;
}

/** The embedded index of one version, of which each part is fetched when it is first asked for. */
export class SearchIndex {
  private readonly url: string;
  private readonly files = new Map<string, () => Promise<unknown>>();

  /**
   * @param baseUrl base URL of the site, with slashes at both ends
   * @param tag tag of the version's pages
   */
  constructor(
    baseUrl: string,
    tag: string,
    private readonly read: ReadJson = fetchJson,
  ) {
    this.url = `${baseUrl}${INDEX_PATH}/${indexName(tag)}`;
  }

  private async file<T>(name: string): Promise<T> {
    const load = this.files.get(name) ?? once(() => this.read(`${this.url}/${name}`));
    this.files.set(name, load);
    return load() as Promise<T>;
  }

  entry(): Promise<IndexEntry> {
    return this.file('entry.json');
  }

  private async part<T>(name: string): Promise<T> {
    return this.file(`${(await this.entry()).folder}/${name}.json`);
  }

  /** Latin words of the pages. */
  words(): Promise<string[]> {
    return this.part('words');
  }

  /** Traditional characters, and as many simplified ones in the same order. */
  traditional(): Promise<[string, string]> {
    return this.part('traditional');
  }

  /** What the postings have for terms that begin so; the last file may have none. */
  private async filesFrom(first: string, last = first): Promise<Postings[]> {
    const {starts} = await this.entry();
    const placeOf = (term: string) =>
      Math.max(
        0,
        starts.findLastIndex((start) => start <= term),
      );
    const [from, to] = [placeOf(first), placeOf(last)];
    return Promise.all(
      Array.from({length: to - from + 1}, (_, i) => this.part<Postings>(`terms/${from + i}`)),
    );
  }

  /** What stands for a term as it is written; undefined if no page has it. */
  async find<T extends number[] | string[]>(term: string): Promise<T | undefined> {
    const [file] = await this.filesFrom(term);
    return file && Object.hasOwn(file, term) ? (file[term] as T) : undefined;
  }

  /** Records with a word. */
  async withWord(word: string): Promise<Matches> {
    return readPostings((await this.find<number[]>(word)) ?? []);
  }

  /** Terms that begin so, in alphabetical order. */
  async beginning(prefix: string): Promise<string[]> {
    const files = await this.filesFrom(prefix, `${prefix}\uffff`);
    return files.flatMap((file) => Object.keys(file).filter((term) => term.startsWith(prefix)));
  }

  /** What is kept of a record to show it. */
  async record(number: number): Promise<StoredRecord> {
    const records = await this.part<StoredRecord[]>(`records/${Math.floor(number / RECORDS_PER_FILE)}`);
    return records[number % RECORDS_PER_FILE]!;
  }
}

import {LEVELS, type Level, type SearchRecord} from '../../src/site/searchTypes';

/** Settings of an index that decide what a query finds. */
export interface Settings {
  attributesForFaceting?: string[];
  attributeForDistinct?: keyof SearchRecord;
}

const segmenter = new Intl.Segmenter('zh', {granularity: 'word'});

// Stand for the tags while words are counted.
const OPEN = '\u0001';
const CLOSE = '\u0002';

/** So many words of a text, around the first that is marked. */
function cutWords(marked: string, words: number, ellipsis: string): string {
  const pieces = [...segmenter.segment(marked)];
  const places = pieces.flatMap(({isWordLike}, i) => (isWordLike ? [i] : []));
  if (places.length <= words) {
    return marked;
  }
  const hit = pieces.findIndex(({segment}) => segment.includes(OPEN));
  const middle = places.findIndex((place) => place >= hit);
  const first = Math.min(Math.max(0, middle - Math.floor(words / 2)), places.length - words);
  const start = places[first]!;
  const opened = pieces[start - 1]?.segment === OPEN ? 1 : 0;
  const cut = pieces.slice(start - opened, places[first + words - 1]! + 1);
  const text = cut.map(({segment}) => segment).join('');
  const closing = text.lastIndexOf(OPEN) > text.lastIndexOf(CLOSE) ? CLOSE : '';
  return `${first > 0 ? ellipsis : ''}${text}${closing}${first + words < places.length ? ellipsis : ''}`;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function wordsOf(asked: URLSearchParams): string[] {
  return (asked.get('query') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

function textOf({hierarchy, content}: SearchRecord): string {
  return [...LEVELS.slice(1).map((level) => hierarchy[level]), content].join('\n').toLowerCase();
}

/** Objects that have all words of a query as they stand, and pass its filters; one of those that count as the same. */
export function find(
  objects: Iterable<SearchRecord>,
  {attributesForFaceting = [], attributeForDistinct: distinct}: Settings,
  asked: URLSearchParams,
): SearchRecord[] {
  const filters = JSON.parse(asked.get('facetFilters') ?? '[]') as (string | string[])[];
  const passes = (object: SearchRecord, filter: string) => {
    const [name, value] = filter.split(/:(.*)/) as [keyof SearchRecord, string];
    return attributesForFaceting.includes(name) && object[name] === value;
  };
  const seen = new Set<unknown>();
  return [...objects].filter(
    (object) =>
      wordsOf(asked).every((word) => textOf(object).includes(word)) &&
      filters.every((filter) => [filter].flat().some((one) => passes(object, one))) &&
      (!distinct || (!seen.has(object[distinct]) && seen.add(object[distinct]))),
  );
}

/** An object as the service gives it for a query: the attributes asked for, highlighted, and cut to so many words. */
export function present(object: SearchRecord, asked: URLSearchParams): object {
  const words = wordsOf(asked).map(escapeRegExp);
  const pattern = new RegExp(words.join('|'), 'gi');
  const lengths = new Map(
    (JSON.parse(asked.get('attributesToSnippet') ?? '[]') as string[]).map((entry) => {
      const [name, length] = entry.split(':') as [string, string];
      return [name, Number(length)];
    }),
  );
  const mark = (text: string) => (words.length > 0 ? text.replace(pattern, `${OPEN}$&${CLOSE}`) : text);
  const tagged = (text: string) => ({
    value: text
      .replaceAll(OPEN, asked.get('highlightPreTag') ?? '<em>')
      .replaceAll(CLOSE, asked.get('highlightPostTag') ?? '</em>'),
  });
  const cut = (name: string, text: string) => {
    const length = lengths.get(name);
    return length === undefined
      ? undefined
      : tagged(cutWords(mark(text), length, asked.get('snippetEllipsisText') ?? '…'));
  };
  const levels = (make: (level: Level, text: string) => object | undefined) =>
    Object.fromEntries(
      LEVELS.flatMap((level) => {
        const text = object.hierarchy[level];
        return text === null ? [] : [[level, make(level, text)]];
      }),
    );
  const wanted = JSON.parse(asked.get('attributesToRetrieve') ?? '[]') as string[];
  const {objectID, content} = object;
  const attributes = (['hierarchy', 'content', 'type', 'url'] as const).filter((name) =>
    wanted.some((attribute) => attribute === name || attribute.startsWith(`${name}.`)),
  );
  return {
    objectID,
    ...Object.fromEntries(attributes.map((name) => [name, object[name]])),
    _highlightResult: {hierarchy: levels((_, text) => tagged(mark(text)))},
    _snippetResult: {
      hierarchy: levels((level, text) => cut(`hierarchy.${level}`, text)),
      content: content === null ? undefined : cut('content', content),
    },
  };
}

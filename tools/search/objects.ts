import type {SearchRecord} from '../../src/site/searchTypes';

/** Bytes of an object, on the smallest plan of the service. */
export const MAX_OBJECT_BYTES = 10_000;

/** What the service stores: a record with its full address, and a part of its text where that is long. */
export type SearchObject = SearchRecord;

function bytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Cuts a text into parts of so many bytes in JSON, after a sentence or a word where there is one. */
export function splitText(text: string, room: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const piece of text.match(/[^\s。！？；]*[\s。！？；]+|[^\s。！？；]+$/g) ?? []) {
    // A piece that no part has room for is cut where it is full.
    for (const unit of bytes(piece) > room ? piece : [piece]) {
      if (part && bytes(part + unit) > room) {
        parts.push(part);
        part = '';
      }
      part += unit;
    }
  }
  return part ? [...parts, part] : parts;
}

/**
 * Turns records into the objects of the hosted index. A text that is too long for one becomes several with the same
 * address, of which the service shows the best.
 *
 * @param siteUrl address of the site, without a path
 */
export function toObjects(
  records: readonly SearchRecord[],
  siteUrl: string,
  maxBytes = MAX_OBJECT_BYTES,
): SearchObject[] {
  return records.flatMap((record) => {
    const object = {...record, url: siteUrl + record.url};
    if (bytes(object) <= maxBytes) {
      return [object];
    }
    // The id of a part is longer by its number.
    const room = maxBytes - bytes({...object, content: ''}) - 8;
    if (!object.content || room < 200) {
      throw new Error(`${record.url} 的标题太长，一条记录放不下（上限 ${maxBytes} 字节）`);
    }
    return splitText(object.content, room).map((content, i) => ({
      ...object,
      objectID: i === 0 ? record.objectID : `${record.objectID}~${i + 1}`,
      content,
    }));
  });
}

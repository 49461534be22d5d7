import zlib from 'node:zlib';
import {decode} from 'cborg';
import {close, createIndex} from 'pagefind';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {packIndex} from '@site/src/plugins/search/pack.mjs';

type Files = Map<string, Buffer>;
type Meta = [string, [string, number][], [string, string, string][]];
type Words = [string, [number, number[]][]][];

let files: Files;
let packed: Files;

const open = (content: Buffer) => decode(zlib.gunzipSync(content).subarray('pagefind_dcd'.length)) as unknown;

beforeAll(async () => {
  const {index} = await createIndex({});
  const page = (words: string, weight: number) =>
    `<html lang="zxx"><body><p data-pagefind-weight="${(weight + 0.5) / 24}">${words}</p></body></html>`;
  // As many documents as make more than one chunk.
  for (let i = 0; i < 1300; i++) {
    await index!.addHTMLFile({
      url: `/page/${i}`,
      content: page(`common ${i % 2 ? '算子' : 'relay'} word${i}`, 1 + (i % 240)),
    });
  }
  const result = await index!.getFiles();
  files = new Map(result.files.map(({path, content}) => [path.replaceAll('\\', '/'), Buffer.from(content)]));
  packed = packIndex(files, (address: string) => address.slice('/page/'.length)) as Files;
});

afterAll(() => close());

function readMeta(all: Files): Meta {
  const entry = JSON.parse(String(all.get('pagefind-entry.json'))) as {languages: {zxx: {hash: string}}};
  return open(all.get(`pagefind.${entry.languages.zxx.hash}.pf_meta`)!) as Meta;
}

function readWords(all: Files): Words {
  const [, , chunks] = readMeta(all);
  return chunks.flatMap(([, , name]) => (open(all.get(`index/${name}.pf_index`)!) as [Words])[0]);
}

describe('packIndex', () => {
  it('keeps every word and document', () => {
    const documents = readMeta(packed)[1];
    expect(documents.map(([, words]) => words)).toEqual(readMeta(files)[1].map(([, words]) => words));
    expect(new Set(documents.map(([name]) => name))).toEqual(
      new Set(Array.from({length: 1300}, (_, i) => `${i}`)),
    );
    const shape = (words: Words) => words.map(([word, documents]) => [word, documents.map(([step]) => step)]);
    expect(shape(readWords(packed))).toEqual(shape(readWords(files)));
  });

  it('puts the weight in the place of the places', () => {
    const order = readMeta(packed)[1].map(([name]) => name);
    const common = readWords(packed).find(([word]) => word === 'common')![1];
    let document = 0;
    const weights = new Map(common.map(([step, weight]) => [order[(document += step)], weight]));
    for (const page of [0, 23, 24, 239, 240, 1299]) {
      expect(weights.get(`${page}`)).toEqual([1 + (page % 240)]);
    }
  });

  it('cuts the words into small chunks and lists the first and the last word of each', () => {
    const [, , chunks] = readMeta(packed);
    expect(chunks.length).toBeGreaterThan(2);
    for (const [from, to, name] of chunks) {
      const [words] = open(packed.get(`index/${name}.pf_index`)!) as [Words];
      expect([words[0]![0], words.at(-1)![0]]).toEqual([from, to]);
      const documents = words.reduce((sum, [, list]) => sum + list.length, 0);
      expect(words.length === 1 || documents <= 1200).toBe(true);
    }
  });

  it('leaves out what search does not load', () => {
    expect([...packed.keys()].filter((name) => /fragment|filter|ui|highlight|\.css/.test(name))).toEqual([]);
    expect([...packed.keys()]).toEqual(expect.arrayContaining(['pagefind.js', 'pagefind-worker.js']));
  });
});

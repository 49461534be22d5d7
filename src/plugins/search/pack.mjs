import {Buffer} from 'node:buffer';
// Makes an index of Pagefind small. Pagefind keeps the places of each word in each document, in chunks of a size that
// can't be set; search here asks only how much a word weighs in a document, and loads a chunk for each word of a query.
import {createHash} from 'node:crypto';
import zlib from 'node:zlib';
import {decode, encode} from 'cborg';

/** What Pagefind's files begin with once they are unpacked. */
const MARK = Buffer.from('pagefind_dcd');

/** Weight of a word where Pagefind notes none. */
const DEFAULT_WEIGHT = 25;

/** Documents of all words in a chunk; a word with more has a chunk of its own. */
const CHUNK = 1200;

function open(content) {
  return decode(zlib.gunzipSync(content).subarray(MARK.length));
}

function close(value) {
  return zlib.gzipSync(Buffer.concat([MARK, encode(value)]), {level: 9});
}

function nameOf(language, content) {
  return `${language}_${createHash('sha256').update(content).digest('hex').slice(0, 10)}`;
}

/** Weight of a word in a document: the highest of those noted, as negative numbers, among its places. */
function weightOf(places) {
  const weights = places.filter((place) => place < 0).map((place) => -place - 1);
  return weights.length > 0 ? Math.max(...weights) : DEFAULT_WEIGHT;
}

function chunksOf(words) {
  const chunks = [[]];
  let size = 0;
  for (const word of words) {
    const [, documents] = word;
    if (size > 0 && size + documents.length > CHUNK) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1).push(word);
    size += documents.length;
  }
  return chunks;
}

/** Addresses of the documents of an index by the names that Pagefind gives them. */
function addressesOf(files) {
  return new Map(
    [...files]
      .filter(([name]) => name.endsWith('.pf_fragment'))
      .map(([name, content]) => [
        name.slice(name.lastIndexOf('/') + 1, -'.pf_fragment'.length),
        JSON.parse(zlib.gunzipSync(content).subarray(MARK.length).toString('utf8')).url,
      ]),
  );
}

/**
 * Takes the files of an index by name and gives those that a search without filters and fragments needs. In the place
 * of the places of a word stands its weight, and in the place of Pagefind's names of documents stand those that are
 * given.
 *
 * @param nameOfDocument gives the name of a document by its address
 */
export function packIndex(files, nameOfDocument) {
  const entry = JSON.parse(files.get('pagefind-entry.json'));
  const addresses = addressesOf(files);
  const packed = new Map(
    [...files].filter(([name]) => /^(pagefind\.js|pagefind-worker\.js|wasm\..*)$/.test(name)),
  );
  for (const [language, {hash, ...details}] of Object.entries(entry.languages)) {
    const [version, pages, chunks, filters, ...rest] = open(files.get(`pagefind.${hash}.pf_meta`));
    const named = pages.map(([name, ...about]) => [nameOfDocument(addresses.get(name)), ...about]);
    const words = chunks.flatMap(([, , name]) => open(files.get(`index/${name}.pf_index`))[0]);
    const weighed = words.map(([word, documents]) => [
      word,
      documents.map(([step, places]) => [step, [weightOf(places)]]),
    ]);
    const listed = chunksOf(weighed).map((chunk) => {
      const content = close([chunk]);
      const name = nameOf(language, content);
      packed.set(`index/${name}.pf_index`, content);
      return [chunk[0][0], chunk.at(-1)[0], name];
    });
    const meta = close([version, named, listed, filters, ...rest]);
    const name = nameOf(language, meta);
    packed.set(`pagefind.${name}.pf_meta`, meta);
    entry.languages[language] = {hash: name, ...details};
  }
  packed.set('pagefind-entry.json', Buffer.from(JSON.stringify(entry)));
  return packed;
}

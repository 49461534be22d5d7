import {Buffer} from 'node:buffer';
// Runs in a thread of its own: Pagefind is an ES module, which Docusaurus can't load for a plugin.
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {workerData} from 'node:worker_threads';
import {close, createIndex} from 'pagefind';
import {packIndex} from './pack.mjs';

function stop(errors) {
  if (errors.length > 0) {
    throw new Error(errors.join('；'));
  }
}

async function indexDocuments(documents) {
  const {index, errors} = await createIndex({});
  stop(errors);
  const added = await Promise.all(
    documents.map(async ({url, html}) => {
      const {errors: problems} = await index.addHTMLFile({url, content: html});
      return problems.map((problem) => `${url}：${problem}`);
    }),
  );
  stop(added.flat());
  const {files, errors: problems} = await index.getFiles();
  stop(problems);
  await index.deleteIndex();
  return new Map(
    files.map(({path: name, content}) => [name.split(path.sep).join('/'), Buffer.from(content)]),
  );
}

function writeFiles(directory, files) {
  const folders = new Set([...files.keys()].map((name) => path.dirname(path.join(directory, name))));
  folders.forEach((folder) => fs.mkdirSync(folder, {recursive: true}));
  files.forEach((content, name) => fs.writeFileSync(path.join(directory, name), content));
}

/** The table of API names: numbers of records, those of the reference's entries first. */
function symbolTable(symbols, names) {
  const ordered = symbols.toSorted((a, b) => Number(b.entry) - Number(a.entry));
  const records = [...new Set(ordered.map(({url}) => names.get(url)))];
  const places = new Map(records.map((name, i) => [name, i]));
  const entries = new Set(symbols.filter(({entry}) => entry).map(({url}) => url)).size;
  return {
    entries,
    records,
    names: Object.fromEntries(symbols.map(({name, url}) => [name, places.get(names.get(url))])),
  };
}

/** What is kept of the documents, in files of so many. */
function recordFiles(documents, perFile) {
  const count = Math.ceil(documents.length / perFile);
  return Array.from({length: count}, (_, i) =>
    JSON.stringify(documents.slice(i * perFile, (i + 1) * perFile).map(({record}) => record)),
  );
}

const {directory, recordsPerFile, documents, symbols, words} = workerData;
const records = recordFiles(documents, recordsPerFile);
// Named by what is in it, so that an index never finds records of another build.
const folder = createHash('sha256').update(records.join('\n')).digest('hex').slice(0, 8);
const names = new Map(documents.map(({url}, i) => [url, `${folder}-${i}`]));
const files = await indexDocuments(documents);
await close();
writeFiles(
  directory,
  new Map([
    ...packIndex(files, (url) => names.get(url)),
    ...records.map((content, i) => [`records/${folder}/${i}.json`, content]),
    ['symbols.json', JSON.stringify(symbolTable(symbols, names))],
    ['words.json', JSON.stringify(words)],
  ]),
);

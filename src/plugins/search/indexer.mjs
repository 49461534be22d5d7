import {Buffer} from 'node:buffer';
// Runs in a thread of its own: Pagefind is an ES module, which Docusaurus can't load for a plugin.
import fs from 'node:fs/promises';
import path from 'node:path';
import {workerData} from 'node:worker_threads';
import {close, createIndex} from 'pagefind';
import {documentIds, packIndex} from './pack.mjs';

function stop(errors) {
  if (errors.length > 0) {
    throw new Error(errors.join('；'));
  }
}

async function indexDocuments(documents) {
  const {index, errors} = await createIndex({});
  stop(errors);
  for (const {url, html} of documents) {
    const added = await index.addHTMLFile({url, content: html});
    stop(added.errors.map((error) => `${url}：${error}`));
  }
  const {files, errors: problems} = await index.getFiles();
  stop(problems);
  await index.deleteIndex();
  return new Map(
    files.map(({path: name, content}) => [name.split(path.sep).join('/'), Buffer.from(content)]),
  );
}

async function writeFiles(directory, files) {
  const folders = new Set([...files.keys()].map((name) => path.dirname(path.join(directory, name))));
  await Promise.all([...folders].map((folder) => fs.mkdir(folder, {recursive: true})));
  for (const [name, content] of files) {
    await fs.writeFile(path.join(directory, name), content);
  }
}

/** The table of API names: numbers of records, those of the reference's entries first. */
function symbolTable(symbols, ids) {
  const ordered = symbols.toSorted((a, b) => Number(b.entry) - Number(a.entry));
  const records = [...new Set(ordered.map(({url}) => ids.get(url)))];
  const places = new Map(records.map((id, i) => [id, i]));
  const entries = new Set(symbols.filter(({entry}) => entry).map(({url}) => url)).size;
  return {
    entries,
    records,
    names: Object.fromEntries(symbols.map(({name, url}) => [name, places.get(ids.get(url))])),
  };
}

for (const {directory, documents, symbols, words} of workerData.bundles) {
  const files = await indexDocuments(documents);
  const ids = documentIds(files);
  const own = documents.map(({url, record}) => [`records/${ids.get(url)}.json`, JSON.stringify(record)]);
  await writeFiles(
    directory,
    new Map([
      ...packIndex(files),
      ...own,
      ['symbols.json', JSON.stringify(symbolTable(symbols, ids))],
      ['words.json', JSON.stringify(words)],
    ]),
  );
}
await close();

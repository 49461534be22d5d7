// Runs in a thread of its own: Pagefind is an ES module, which Docusaurus can't load for a plugin.
import fs from 'node:fs/promises';
import path from 'node:path';
import {workerData} from 'node:worker_threads';
import {close, createIndex} from 'pagefind';

/** Files of Pagefind that the site uses; the rest is an interface of its own. */
const USED =
  /^(pagefind\.js|pagefind-worker\.js|pagefind-entry\.json|wasm\..*|.*\.pf_(meta|index|fragment|filter))$/;

async function writeBundle({directory, documents}) {
  const {index, errors} = await createIndex({});
  if (!index) {
    throw new Error(errors.join('；'));
  }
  for (const {url, html} of documents) {
    const added = await index.addHTMLFile({url, content: html});
    if (added.errors.length > 0) {
      throw new Error(`${url}：${added.errors.join('；')}`);
    }
  }
  const {files, errors: problems} = await index.getFiles();
  if (problems.length > 0) {
    throw new Error(problems.join('；'));
  }
  await Promise.all(
    files
      .filter(({path: name}) => USED.test(path.basename(name)))
      .map(async ({path: name, content}) => {
        const file = path.join(directory, name);
        await fs.mkdir(path.dirname(file), {recursive: true});
        await fs.writeFile(file, content);
      }),
  );
  await index.deleteIndex();
}

for (const bundle of workerData.bundles) {
  await writeBundle(bundle);
}
await close();

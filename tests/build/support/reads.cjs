// Loaded before a build (node --require): writes to the file that READS names which files its main thread opens.
const fs = require('node:fs');
const {URL} = require('node:url');
const {isMainThread} = require('node:worker_threads');

if (isMainThread && process.env.READS) {
  const read = new Set();
  const note = (file) => (typeof file === 'string' || file instanceof URL) && read.add(String(file));
  for (const api of [fs, fs.promises]) {
    for (const name of ['readFile', 'readFileSync', 'open', 'openSync', 'createReadStream']) {
      const original = api[name];
      if (original) {
        api[name] = (file, ...rest) => {
          note(file);
          return original.call(api, file, ...rest);
        };
      }
    }
  }
  const append = fs.appendFileSync;
  process.on('exit', () => append(process.env.READS, [...read].join('\n')));
}

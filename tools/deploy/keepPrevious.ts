import fs from 'node:fs';
import path from 'node:path';

/** Notes in a build which files it only keeps for readers of the one before. */
const LIST = '.kept.json';

const namesIn = (folder: string) =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, {recursive: true, encoding: 'utf8'})
        .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    : [];

/**
 * Keeps the code of the build before: tabs that were opened on it ask for its files until they load a page anew. What that
 * one only kept itself goes, so that a build has at most the files of two.
 *
 * @param hashed folder of the files with hashes in their names, below a build
 */
export function keepPrevious(build: string, previous: string, hashed: string): number {
  const kept = path.join(previous, LIST);
  const old = new Set(fs.existsSync(kept) ? (JSON.parse(fs.readFileSync(kept, 'utf8')) as string[]) : []);
  const from = path.join(previous, hashed);
  const to = path.join(build, hashed);
  const wanted = namesIn(from).filter((name) => !old.has(name) && !fs.existsSync(path.join(to, name)));
  for (const name of wanted) {
    fs.mkdirSync(path.dirname(path.join(to, name)), {recursive: true});
    fs.cpSync(path.join(from, name), path.join(to, name), {preserveTimestamps: true});
  }
  fs.writeFileSync(path.join(build, LIST), JSON.stringify(wanted.sort()));
  return wanted.length;
}

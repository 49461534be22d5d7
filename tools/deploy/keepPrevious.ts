import fs from 'node:fs';
import path from 'node:path';

/** Notes in a build which files it only keeps for readers of the one before. */
const LIST = '_kept.json';

const namesIn = (folder: string) =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, {recursive: true, encoding: 'utf8'})
        .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    : [];

/**
 * Keeps the code and the index of the build before: tabs that were opened on it ask for its files until they load a page
 * anew. What that one only kept itself goes, so that a build has at most the files of two.
 *
 * @param folders below a build, whose files have a hash in their names or are asked for with every page
 */
export function keepPrevious(build: string, previous: string, folders: readonly string[]): number {
  const list = path.join(previous, LIST);
  const old = new Set(fs.existsSync(list) ? (JSON.parse(fs.readFileSync(list, 'utf8')) as string[]) : []);
  const wanted = folders
    .flatMap((folder) => namesIn(path.join(previous, folder)).map((name) => path.join(folder, name)))
    .filter((name) => !old.has(name) && !fs.existsSync(path.join(build, name)));
  for (const name of wanted) {
    fs.mkdirSync(path.dirname(path.join(build, name)), {recursive: true});
    fs.cpSync(path.join(previous, name), path.join(build, name), {preserveTimestamps: true});
  }
  fs.writeFileSync(path.join(build, LIST), JSON.stringify(wanted.sort()));
  return wanted.length;
}

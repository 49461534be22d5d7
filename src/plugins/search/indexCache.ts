import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {bundleName} from '../../site/searchBundles';
import {filesUnder} from '../../build/files';
import type {WeightedRecord} from './records';

/** What decides how an index is made of its pages. */
const SOURCES = ['src/plugins/search', 'src/site', 'data/api', 'package-lock.json'];

/** Folder of the indexes, below that of the site. */
export const INDEX_CACHE = 'node_modules/.cache/tvm-search';

/** Indexes of earlier builds, one of each version, beside the bundler's cache. */
export class IndexCache {
  private readonly folder: string;
  private readonly sources: string;

  constructor(siteDir: string) {
    this.folder = path.join(siteDir, INDEX_CACHE);
    const hash = createHash('sha256');
    SOURCES.flatMap((source) => filesUnder(path.join(siteDir, source))).forEach((file) =>
      hash.update(path.relative(siteDir, file)).update(fs.readFileSync(file)),
    );
    this.sources = hash.digest('hex');
  }

  /**
   * Gives the folder of a version's index, which is made if the pages, or what makes it, have changed.
   *
   * @param tag tag of the version's pages
   * @param pages records of each page of the index
   * @param make writes the index into a folder
   */
  async get(
    tag: string,
    pages: readonly WeightedRecord[][],
    make: (folder: string) => Promise<void>,
  ): Promise<string> {
    const own = path.join(this.folder, bundleName(tag));
    const key = createHash('sha256').update(this.sources).update(JSON.stringify(pages)).digest('hex');
    const folder = path.join(own, key);
    if (!fs.existsSync(folder)) {
      fs.rmSync(own, {recursive: true, force: true});
      // A build that is stopped leaves nothing behind that looks whole.
      const unfinished = `${folder}-unfinished`;
      await make(unfinished);
      fs.renameSync(unfinished, folder);
    }
    return folder;
  }
}

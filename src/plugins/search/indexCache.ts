import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {bundleName} from '../../site/searchBundles';
import {hashInputs} from '../../build/inputs';
import type {WeightedRecord} from './records';

/** The module that makes an index of its pages. */
const MAKER = 'src/plugins/search/indexSite.ts';

/** Folder of the indexes, below that of the site. */
export const INDEX_CACHE = 'node_modules/.cache/tvm-search';

/** Indexes of earlier builds, one of each version, beside the bundler's cache. */
export class IndexCache {
  private readonly folder: string;
  private readonly sources: string;

  constructor(siteDir: string) {
    this.folder = path.join(siteDir, INDEX_CACHE);
    this.sources = hashInputs(siteDir, MAKER);
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

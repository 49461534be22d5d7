import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {IndexCache} from '@site/src/plugins/search/indexCache';
import type {WeightedRecord} from '@site/src/plugins/search/records';
import {LATEST, OLDER} from '../../support/releases';

const TAG = 'docs-default-current';

/** Stands for what makes an index. */
const MAKER = {
  'src/plugins/search/indexSite.ts': "import './bundle';\npath.join(__dirname, 'indexer.mjs');",
  'src/plugins/search/bundle.ts': "import '../../site/searchTokens';\npath.join(siteDir, 'data/api');",
};

let siteDir: string;

function writeFile(name: string, text: string) {
  const file = path.join(siteDir, name);
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(file, text);
}

beforeEach(() => {
  siteDir = fs.mkdtempSync(path.join(os.tmpdir(), 'index-cache-'));
  Object.entries(MAKER).forEach(([name, text]) => writeFile(name, text));
});

afterEach(() => fs.rmSync(siteDir, {recursive: true}));

const page = (prose: string) => [[{url: '/docs/a', prose} as WeightedRecord]];

/** Stands for the making of an index. */
const write = (text: string) =>
  vi.fn((folder: string) => {
    fs.mkdirSync(folder, {recursive: true});
    fs.writeFileSync(path.join(folder, 'index'), text);
    return Promise.resolve();
  });

const read = (folder: string) => fs.readFileSync(path.join(folder, 'index'), 'utf8');

describe('the index of a version', () => {
  it('is made once as long as nothing changes', async () => {
    const make = write('one');
    const first = await new IndexCache(siteDir).get(TAG, page('甲'), make);
    const second = await new IndexCache(siteDir).get(TAG, page('甲'), make);
    expect(second).toBe(first);
    expect(read(second)).toBe('one');
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('is made anew for other pages, and takes the place of the last', async () => {
    const first = await new IndexCache(siteDir).get(TAG, page('甲'), write('one'));
    const second = await new IndexCache(siteDir).get(TAG, page('乙'), write('two'));
    expect(read(second)).toBe('two');
    expect(fs.existsSync(first)).toBe(false);
  });

  it.each(['src/plugins/search/indexer.mjs', 'src/site/searchTokens.ts', `data/api/${LATEST.release}.json`])(
    'is made anew when what makes it changes: %s',
    async (name) => {
      writeFile(name, '1');
      await new IndexCache(siteDir).get(TAG, page('甲'), write('one'));
      writeFile(name, '2');
      expect(read(await new IndexCache(siteDir).get(TAG, page('甲'), write('two')))).toBe('two');
    },
  );

  it('leaves those of other versions alone', async () => {
    const other = await new IndexCache(siteDir).get(
      `docs-default-${OLDER.release}`,
      page('甲'),
      write('other'),
    );
    await new IndexCache(siteDir).get(TAG, page('甲'), write('one'));
    expect(read(other)).toBe('other');
  });

  it('that could not be made is no index', async () => {
    const fail = async (folder: string) => {
      await write('half')(folder);
      throw new Error('no room');
    };
    await expect(new IndexCache(siteDir).get(TAG, page('甲'), fail)).rejects.toThrow('no room');
    expect(read(await new IndexCache(siteDir).get(TAG, page('甲'), write('whole')))).toBe('whole');
  });
});

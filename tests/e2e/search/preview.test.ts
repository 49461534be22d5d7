import fs from 'node:fs';
import path from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {startPreview} from '../../../tools/preview';
import {FixtureSite} from '../../build/support/fixture';
import {buildFixture} from '../support/fixtureSite';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';

let fixture: FixtureSite | undefined;
let built: string;

// Such hooks run last to first: the preview ends before its folder goes.
afterAll(() => fixture?.remove());

const visitor = useVisitor(
  async () => {
    fixture = new FixtureSite();
    built = await buildFixture(fixture);
    return fixture.dir;
  },
  {serve: startPreview},
);
const dialog = searchDialog(visitor);
const note = (within: string) => visitor.page.locator(`${within} [role=note]`);

// In this order: an index that is there can't be taken away from a preview that runs.
describe('search in npm start', () => {
  it('says how to get an index where none was built', async () => {
    await visitor.visit('/search?q=print');
    expect(await note('main').innerText()).toBe('还没有索引：运行一次 npm run build，预览就能搜索');
    await dialog.open();
    expect(await note('.DocSearch-Modal').innerText()).toBe(await note('main').innerText());
  });

  it('searches the index of the last build and says so', async () => {
    fs.renameSync(built, path.join(fixture!.dir, 'build'));
    await visitor.visit('/search?q=print');
    await visitor.page.locator('main h2 a').first().waitFor();
    expect(await note('main').innerText()).toMatch(/^预览用的是上次构建的索引（.*\d.*）$/);
    await visitor.visit('/docs/install');
    await dialog.open();
    await dialog.ask('print');
    expect(await note('.DocSearch-Modal').innerText()).toMatch(/^预览用的是上次构建的索引/);
    await dialog.choose();
  });
});

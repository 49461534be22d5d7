import fs from 'node:fs';
import path from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {startPreview} from '../../tools/preview';
import {FixtureSite} from '../build/support/fixture';
import {useVisitor} from './support/visitor';
import {LATEST} from '../support/releases';

const PAGE = 'docs/install/index.md';

let fixture: FixtureSite | undefined;

// Such hooks run last to first: the preview ends before its folder goes.
afterAll(() => fixture?.remove());

const visitor = useVisitor(
  () => {
    fixture = new FixtureSite();
    return Promise.resolve(fixture.dir);
  },
  {serve: startPreview},
);
const shown = (selector: string, text: string) =>
  visitor.page.locator(selector).filter({hasText: text}).first().waitFor();

/** The files that Docusaurus generated for the preview, with the times at which they were written. */
function generatedFiles(): string[] {
  const folder = path.join(fixture!.dir, '.docusaurus/preview');
  return fs
    .readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .map((name) => `${name} ${fs.statSync(path.join(folder, name)).mtimeMs}`)
    .sort();
}

/** What a page that may not be there yet says it is. */
async function heading(): Promise<string> {
  await visitor.page.goto(`${visitor.origin}/docs/install/other`);
  return visitor.page.locator('h1').first().innerText();
}

describe('a page in npm start', () => {
  it('shows what is saved', async () => {
    await visitor.visit('/docs/install');
    fixture!.replace(PAGE, '回到', '改过的一段。\n\n回到');
    await shown('article p', '改过的一段。');
    fixture!.replace(PAGE, '改过的一段。', '又改过的一段。');
    await shown('article p', '又改过的一段。');
  });

  it('takes a new title everywhere', async () => {
    await visitor.visit('/docs/install');
    fixture!.replace(PAGE, 'title: 页面 install', 'title: 新的标题');
    await shown('article h1', '新的标题');
    await visitor.visit('/docs');
    await shown('.pagination-nav__label, .menu__link', '新的标题');
  });

  it('is compiled when a link leads to it, and shows what is saved then', async () => {
    await visitor.visit('/docs/install');
    await visitor.page.evaluate(() => Object.assign(window, {isSameDocument: true}));
    await visitor.page.locator('article a', {hasText: '总览'}).click();
    await shown('article h1', '总览');
    fixture!.replace('docs/index.md', '正文。', '总览里改过的一段。');
    await shown('article p', '总览里改过的一段。');
    expect(await visitor.page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  });

  it('says what is wrong with it, and shows once that is put right', async () => {
    const overlay = visitor.page.frameLocator('#webpack-dev-server-client-overlay');
    await visitor.visit('/docs/install');
    fixture!.replace(PAGE, '回到', '没有写完的 <b\n\n回到');
    await overlay.getByText('docs/install/index.md').first().waitFor();
    fixture!.replace(PAGE, '没有写完的 <b', '写完的一段。');
    await shown('article p', '写完的一段。');
    await overlay.getByText('docs/install/index.md').first().waitFor({state: 'detached'});
  });

  it('shows of a page that lacks its front matter what to write', async () => {
    const overlay = visitor.page.frameLocator('#webpack-dev-server-client-overlay');
    const file = path.join(fixture!.dir, 'docs/install/bare.md');
    fs.writeFileSync(file, '刚开始写的一页。\n');
    const said = overlay.getByText('没有页首信息').first();
    await expect
      .poll(
        async () => {
          await visitor.page.goto(`${visitor.origin}/docs/install/bare`);
          return said.waitFor({timeout: 5000}).then(
            () => true,
            () => false,
          );
        },
        {timeout: 60_000},
      )
      .toBe(true);
    fs.rmSync(file);
    await visitor.visit('/docs/install');
  });

  it('keeps its own files while the site is built beside it', async () => {
    await visitor.visit('/docs/install');
    const files = generatedFiles();
    expect(files.length).toBeGreaterThan(0);
    const {code, output} = await fixture!.build();
    expect(code, output).toBe(0);
    expect(generatedFiles()).toEqual(files);
    fixture!.replace(PAGE, '回到', '构建后改过的一段。\n\n回到');
    await shown('article p', '构建后改过的一段。');
  });

  it('asks for the line of a link to the source, and has it once it is recorded', async () => {
    const overlay = visitor.page.frameLocator('#webpack-dev-server-client-overlay');
    const targets = {'python/a.py': {Stage: {line: 7, text: 'class Stage:'}}};
    await visitor.visit('/docs/install');
    fixture!.replace(PAGE, '回到', '见 [`Stage`](tvm:python/a.py)。\n\n回到');
    await overlay.getByText('npm run sources').first().waitFor();
    fixture!.change({
      [`data/sources/${LATEST.release}.json`]: JSON.stringify({version: LATEST.release, targets}),
    });
    fixture!.replace(PAGE, '见 [`Stage`]', '定义见 [`Stage`]');
    await shown('article a.source-link', 'Stage');
    const link = visitor.page.locator('article a.source-link');
    expect(await link.getAttribute('href')).toMatch(/v0\.13\.0\/python\/a\.py#L7$/);
  });

  it('is there once its file is, and gone with it', async () => {
    const text = fixture!.read(PAGE).replace(/^upstream: .*\n/m, '');
    const added = text.replace(/title: .*/, 'title: 另一页').replace('这一页', '另外的这一页');
    const file = path.join(fixture!.dir, 'docs/install/other.md');
    fs.writeFileSync(file, added.replace('../index.md', 'index.md'));
    await expect.poll(heading, {timeout: 60_000}).toBe('另一页');
    fs.rmSync(file);
    await expect.poll(heading, {timeout: 60_000}).toBe('找不到页面');
  });
});

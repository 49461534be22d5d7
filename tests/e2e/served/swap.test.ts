import fs from 'node:fs';
import path from 'node:path';
import type {Page} from 'playwright-core';
import {afterAll, beforeEach, describe, expect, it} from 'vitest';
import {prepareDeployment, servingOf} from '../../../tools/deploy/prepare';
import {startNginx} from '../../../tools/deploy/startNginx';
import {FixtureSite} from '../../build/support/fixture';
import {articleAt} from '../support/article';
import {buildFixture} from '../support/fixtureSite';
import {followLink, HYDRATED, TestSite} from '../support/site';

/** The old build and the new one; the new one with and without the old one's code; and where nginx looks. */
const at = {old: '', new: '', keeping: '', current: ''};
let fixture: FixtureSite;

/** Puts a build in the place of another, in one step, as deploy/README.md says. */
function publish(build: 'old' | 'new' | 'keeping'): void {
  const link = `${at.current}.next`;
  fs.symlinkSync(at[build], link);
  fs.renameSync(link, at.current);
}

async function buildBoth(): Promise<string> {
  fixture = new FixtureSite();
  const prepare = (build: string, previous?: string) =>
    prepareDeployment(fixture.dir, {
      build,
      previous,
      config: path.join(fixture.dir, 'config'),
      variables: {},
    });
  at.current = path.join(fixture.dir, 'current');
  at.old = await buildFixture(fixture);
  await prepare(at.old);
  fixture.replace('docs/install/index.md', '## 准备', '## 准备\n\n新版的一段。');
  fixture.replace('blog/2025-01-02-first.md', '正文。', '新版的正文。');
  // Code that every page has, and code that the blog has.
  for (const file of ['src/client/scrollers.ts', 'src/theme/BlogPostItem/Header/index.tsx']) {
    fixture.replace(file, 'import ', "Object.assign(globalThis, {release: 'new'});\nimport ");
  }
  at.new = await buildFixture(fixture);
  at.keeping = `${at.new}-keeping`;
  fs.cpSync(at.new, at.keeping, {recursive: true, preserveTimestamps: true});
  await prepare(at.new);
  await prepare(at.keeping, at.old);
  publish('old');
  return at.current;
}

const site = new TestSite(buildBoth, {
  serve: (folder) => startNginx(folder, servingOf(fixture.dir, folder, {})),
});
beforeEach(() => publish('old'));
afterAll(() => fixture?.remove());

const LOST = '#page-lost';
const mark = (page: Page) => page.evaluate(() => Object.assign(window, {marker: true}));
const isSameTab = (page: Page) => page.evaluate(() => 'marker' in window);
const scripts = (build: string) =>
  fs.readdirSync(path.join(build, 'assets/js')).filter((name) => name.endsWith('.js'));

it('The two builds differ in the code that every page has', () => {
  const main = (build: string) => scripts(build).find((name) => name.startsWith('main.'));
  expect(main(at.old)).not.toBe(main(at.new));
  expect(scripts(at.keeping)).toEqual(expect.arrayContaining([main(at.old), main(at.new)]));
});

describe.each(['new', 'keeping'] as const)('a tab of the old build, after %s', (build) => {
  it('goes on to pages that it has not seen, and shows what is new', async () => {
    const page = await site.open('/docs');
    const log = site.watch(page);
    await mark(page);
    publish(build);
    await followLink(page, '/docs/install');
    await page.locator(articleAt('/docs/install')).waitFor();
    await page.locator('article', {hasText: '新版的一段。'}).waitFor();
    // The chunks of the blog are another build's.
    await followLink(page, '/blog');
    await page.waitForURL('**/blog');
    await page.getByRole('link', {name: '第一篇'}).first().click();
    await page
      .locator('article', {hasText: '新版的正文。'})
      .or(page.locator('article', {hasText: '正文。'}))
      .waitFor();
    await page.locator(HYDRATED).waitFor();
    expect(await isSameTab(page)).toBe(build === 'keeping');
    expect(await page.locator(LOST).count()).toBe(0);
    expect(
      log.errors.filter((error) => !/404|Loading (CSS )?chunk|Refused to execute script/.test(error)),
    ).toEqual([]);
  });

  it('searches', async () => {
    const page = await site.open('/docs');
    publish(build);
    await page.keyboard.press('Control+k');
    await page.locator('.DocSearch-Input').fill('总览');
    await page.locator('.DocSearch-Hit').first().waitFor();
    await page.locator('.DocSearch-Hit a').first().click();
    await page.locator('article').waitFor();
    expect(await page.locator(LOST).count()).toBe(0);
  });

  it('that has searched before searches on, or says that it cannot', async () => {
    const page = await site.open('/docs');
    await page.keyboard.press('Control+k');
    await page.locator('.DocSearch-Input').fill('安装');
    await page.locator('.DocSearch-HitsFooter').waitFor();
    publish(build);
    await page.locator('.DocSearch-Input').fill('print');
    const [answer, error] = [
      page.locator('.DocSearch-Hit', {hasText: 'print'}),
      page.locator('.DocSearch-ErrorScreen'),
    ];
    await (build === 'keeping' ? answer : answer.or(error)).first().waitFor();
  });
});

/** Sends a page of another build than the one that is there, as a cache between reader and server may. */
async function sendPage(page: Page, build: string): Promise<() => void> {
  let stale = true;
  await page.route('**/docs/install', (route) =>
    stale && route.request().isNavigationRequest()
      ? route.fulfill({path: path.join(build, 'docs/install.html'), contentType: 'text/html'})
      : route.fallback(),
  );
  return () => (stale = false);
}

describe('a page of the old build with the files of the new one', () => {
  it('works where the old code was kept', async () => {
    publish('keeping');
    const page = await site.newPage();
    await sendPage(page, at.old);
    await site.visit(page, '/docs/install');
    expect(await page.locator('article').innerText()).not.toContain('新版的一段。');
    expect(await page.locator(LOST).count()).toBe(0);
  });

  it('can be read where it was not, and one click brings the new one', async () => {
    publish('new');
    const page = await site.newPage();
    const refresh = await sendPage(page, at.old);
    await site.go(page, '/docs/install');
    await page.locator(LOST).waitFor();
    expect(await page.locator('article').innerText()).toContain('准备');
    refresh();
    await page.locator(LOST).getByRole('button', {name: '重试'}).click();
    await page.locator(HYDRATED).waitFor();
    expect(await page.locator('article').innerText()).toContain('新版的一段。');
  });
});

describe('a page of the new build with the files of the old one', () => {
  it('can be read, says that its code is missing, and works once the files are there', async () => {
    const page = await site.newPage();
    await sendPage(page, at.new);
    await site.go(page, '/docs/install');
    await page.locator(LOST).waitFor();
    expect(await page.locator('article').innerText()).toContain('新版的一段。');
    publish('new');
    await page.locator(LOST).getByRole('button', {name: '重试'}).click();
    await page.locator(HYDRATED).waitFor();
    expect(await page.locator(LOST).count()).toBe(0);
  });
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Page} from 'playwright-core';
import {afterAll, describe, expect, it} from 'vitest';
import {LATEST} from '../../src/site/versions';
import {archiveFiles} from '../../tools/offlineZip';
import {startBrowser} from '../../tools/startBrowser';
import {FixtureSite} from '../build/support/fixture';
import {buildFixture} from './support/fixtureSite';
import {TestSite} from './support/site';

let fixture: FixtureSite;
let folder: string;

const site = new TestSite(async () => {
  fixture = new FixtureSite();
  folder = await buildFixture(fixture);
  return folder;
});

afterAll(() => fixture?.remove());

const TUTORIAL = `${LATEST.path}/tutorial`;

const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Opens the menu at the end of a page. */
async function openMenu(page: Page): Promise<void> {
  await page.locator('.take-away summary').click();
}

/** Downloads the version of a page as readers do; returns what was said before. */
async function downloadVersion(page: Page): Promise<string> {
  await openMenu(page);
  await page.getByRole('button', {name: '下载这个版本，离线阅读'}).click();
  const start = page.getByRole('button', {name: '下载', exact: true});
  const said = page.locator('.take-away p');
  await said.waitFor();
  const told = await said.innerText();
  expect(await workers(page)).toBe(0);
  await start.click();
  await said.filter({hasText: '没有网络也能读这个版本了'}).waitFor();
  return told;
}

describe('what readers take with them', () => {
  it('costs a reader who asks for nothing nothing', async () => {
    const page = await site.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await site.visit(page, TUTORIAL);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((name) => /sw\.js|offline|webmanifest|\.(?:md|py|ipynb)$/.test(name))).toEqual([]);
    expect(await workers(page)).toBe(0);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });

  it('is a script, a notebook and Markdown, which can be copied', async () => {
    const context = await site.newContext();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await site.visit(page, TUTORIAL);
    await openMenu(page);
    await page.getByRole('button', {name: '复制为 Markdown'}).click();
    const markdown = await (await fetch(`${site.origin}${TUTORIAL}.md`)).text();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(markdown);
    for (const name of [/\.py/, /\.ipynb/]) {
      const href = await page.locator('.take-away').getByRole('link', {name}).getAttribute('href');
      expect((await fetch(site.origin + href)).status).toBe(200);
    }
  });

  it('leads to a form that says which page and which heading a problem is about', async () => {
    const page = await site.open(`${TUTORIAL}#准备`);
    await openMenu(page);
    const opened = page.context().waitForEvent('request', (request) => request.url().includes('/issues/new'));
    await page.getByRole('link', {name: '报告这一页的问题'}).click();
    const {searchParams} = new URL((await opened).url());
    expect(searchParams.get('body')).toContain(`${TUTORIAL}\n版本：${LATEST.release}`);
    expect(searchParams.get('body')).toContain('小节：准备');
  });
});

describe('reading without a network', () => {
  it('works for a version that was downloaded, after its size was said', async () => {
    const page = await site.open(TUTORIAL);
    expect(await downloadVersion(page)).toMatch(/\d+ 页和搜索，在这台设备上约占 \d+ MB/);
    // The download is kept once: nothing of it is among what the reader has seen.
    expect(await page.evaluate(async () => (await (await caches.open('tvm-docs-pages')).keys()).length)).toBe(
      0,
    );
    await page.context().setOffline(true);
    for (const address of [LATEST.path, `${LATEST.path}/install`, `${LATEST.path}/reference/api/python`]) {
      await site.visit(page, address);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('link[rel="manifest"]').count()).toBe(1);
    }
    // Within the site, without a load.
    await page.locator('article a[href$="/docs"]').first().click();
    await page.getByRole('heading', {level: 1, name: '总览'}).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.DocSearch-Input').fill('总览');
    await page.locator('.DocSearch-Hit').first().waitFor();
  });

  it('tells of an update and makes it when the reader agrees', async () => {
    const page = await site.open(TUTORIAL);
    await downloadVersion(page);
    const summary = path.join(folder, `${LATEST.path}/offline.json`);
    const before = fs.readFileSync(summary, 'utf8');
    fs.writeFileSync(summary, before.replace(/"build":"\w+"/, '"build":"newer"'));
    try {
      await site.visit(page, `${LATEST.path}/install`);
      const bar = page.locator('aside.take-away');
      await bar.locator('p', {hasText: '比网站旧'}).waitFor();
      await bar.getByRole('button', {name: '更新'}).click();
      await bar.locator('p', {hasText: '没有网络也能读这个版本了'}).waitFor();
    } finally {
      fs.writeFileSync(summary, before);
    }
  });

  it('is gone where it was switched off', async () => {
    const page = await site.open(TUTORIAL);
    await downloadVersion(page);
    const off = await buildFixture(fixture, {OFFLINE: 'off'});
    expect(fs.existsSync(path.join(off, `${LATEST.path}/offline.json`))).toBe(false);
    expect(fs.readFileSync(path.join(off, `${TUTORIAL}.html`), 'utf8')).not.toContain('离线阅读');
    fs.copyFileSync(path.join(off, 'sw.js'), path.join(folder, 'sw.js'));
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect.poll(() => workers(page)).toBe(0);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  });
});

describe('an archive of a version', () => {
  it('opens from a file system, asks no host for anything, leads from page to page and can be searched', async () => {
    const target = fs.mkdtempSync(path.join(os.tmpdir(), 'archive-'));
    const files = archiveFiles(folder, {siteUrl: 'https://docs.example.com', baseUrl: '/'}, LATEST);
    for (const [file, content] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(target, file)), {recursive: true});
      fs.writeFileSync(path.join(target, file), content);
    }
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('requestfailed', (request) => faults.push(request.url()));
      page.on('request', (request) => /^https?:/.test(request.url()) && faults.push(request.url()));
      await page.goto(pathToFileURL(path.join(target, 'index.html')).href);
      await page.getByRole('heading', {level: 1, name: '总览'}).waitFor();
      await page.getByRole('link', {name: '安装', exact: true}).first().click();
      await page.getByRole('heading', {level: 1, name: '页面 install'}).waitFor();
      await page.keyboard.press('Control+k');
      await page.locator('#reader-query').fill('总览 范围');
      await page.locator('#reader-found a').first().click();
      await page.getByRole('heading', {level: 1, name: '总览'}).waitFor();
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      fs.rmSync(target, {recursive: true});
    }
  });
});

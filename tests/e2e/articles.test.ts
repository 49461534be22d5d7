import type {Browser, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {serveSite, type SiteServer} from '../../tools/server';
import {startBrowser} from './support/browser';
import {BUILD} from './support/pages';

const FIRST = '/docs/tutorial/quick_start';
const SECOND = '/docs/tutorial/intro';

let server: SiteServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await serveSite(BUILD);
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  page = await browser.newPage({locale: 'zh-CN', viewport: {width: 1280, height: 900}});
  page.setDefaultTimeout(60_000);
  await page.goto(server.origin + FIRST);
  await page.locator('html[data-has-hydrated="true"]').waitFor();
  await page.evaluate(() => Object.assign(window, {sameDocument: true}));
});

afterEach(() => page.close());

const stayed = () => page.evaluate(() => 'sameDocument' in window);
const article = () => page.locator('[data-article]');

describe('an article', () => {
  it('keeps the HTML of the server through hydration', async () => {
    const served = await (await fetch(server.origin + FIRST)).text();
    const text = await article().evaluate((element) => element.textContent!.slice(0, 200));
    expect(served).toContain(text.slice(0, 20));
    expect(await article().getAttribute('data-article')).toBe(FIRST);
  });

  it('follows its links without loading the document again, and comes back whole', async () => {
    const before = await article().innerHTML();
    await article().locator(`a[href="${SECOND}"]`).first().click();
    await page.waitForURL(`**${SECOND}`);
    await page.locator(`[data-article="${SECOND}"] p`).first().waitFor();
    expect(await stayed()).toBe(true);
    await page.goBack();
    await page.locator(`[data-article="${FIRST}"] p`).first().waitFor();
    expect(await article().innerHTML()).toBe(before);
    expect(await stayed()).toBe(true);
  });

  it('is loaded by the browser itself where its HTML cannot be had', async () => {
    await page.route(`**${SECOND}`, (route) =>
      route.request().resourceType() === 'document' ? route.continue() : route.abort(),
    );
    await page.locator(`.menu a[href="${SECOND}"]`).click();
    await page.locator(`[data-article="${SECOND}"] p`).first().waitFor();
    expect(await stayed()).toBe(false);
  });

  it('copies code, and says so', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = article().locator('.code').first();
    const code = await block.locator('code').textContent();
    await block.locator('[data-code-action="copy"]').click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    expect(await block.locator('[data-code-action="copy"]').getAttribute('aria-label')).toBe('已复制');
  });

  it('wraps long lines of code on demand', async () => {
    const block = article().locator('.code').first();
    await block.locator('[data-code-action="wrap"]').click();
    expect(await block.locator('code').evaluate((code) => getComputedStyle(code).whiteSpace)).toBe(
      'pre-wrap',
    );
    expect(await block.locator('[data-code-action="wrap"]').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a page with formulas', () => {
  it('has their stylesheet from the site, when it is reached by a link as well', async () => {
    await page.locator('footer a[href="/markdown-page"]').click();
    await page.locator('.katex').first().waitFor();
    await page.waitForFunction(() =>
      getComputedStyle(document.querySelector('.katex')!).fontFamily.includes('KaTeX'),
    );
    expect(await stayed()).toBe(true);
  });

  it('is the only one that has it', async () => {
    expect(await page.locator('link[href*="katex"]').count()).toBe(0);
  });
});

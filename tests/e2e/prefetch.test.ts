import type {Browser, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {serveSite, type SiteServer} from '../../tools/server';
import {startBrowser} from '../../tools/startBrowser';
import {BUILD} from './support/pages';
import {articleAt} from './support/article';

const PAGE = '/docs/tutorial/quick_start';

let server: SiteServer;
let browser: Browser;
let page: Page;
let requests: {path: string; method: string}[];

beforeAll(async () => {
  server = await serveSite(BUILD);
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  page = await browser.newPage({locale: 'zh-CN', viewport: {width: 1280, height: 800}});
  page.setDefaultTimeout(60_000);
  requests = [];
});

afterEach(() => page.close());

async function visit(): Promise<string> {
  await page.goto(server.origin + PAGE);
  await page.locator('html[data-has-hydrated="true"]').waitFor();
  await page.waitForLoadState('networkidle');
  page.on('request', (request) =>
    requests.push({path: new URL(request.url()).pathname, method: request.method()}),
  );
  return page.locator('a.pagination-nav__link--next').evaluate((link: HTMLAnchorElement) => link.pathname);
}

async function scrollToEnd(): Promise<void> {
  await page.locator('a.pagination-nav__link--next').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

const fetched = () => requests.map(({path}) => path).filter((path) => !/\.(?:svg|png|ico)$/.test(path));

describe('fetching ahead', () => {
  it('leaves the links in view alone', async () => {
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    await visit();
    expect(await page.locator('link[rel="prefetch"]').count()).toBe(0);
    expect(files.filter((url) => new URL(url).pathname.startsWith('/docs'))).toEqual([server.origin + PAGE]);
  });

  it('takes the next page, when the link to it comes into view', async () => {
    const next = await visit();
    await scrollToEnd();
    await expect.poll(fetched, {timeout: 20_000}).toContain(next);
    expect(fetched().filter((path) => !path.startsWith('/assets/'))).toEqual([next]);
    expect(await page.locator(`link[rel="prefetch"][href="${next}"]`).count()).toBe(1);
  });

  it('asks the plain way, with credentials, where the browser knows no prefetch', async () => {
    await page.addInitScript(() => {
      DOMTokenList.prototype.supports = () => false;
      const {open, send} = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]) {
        Object.assign(this, {asked: args.slice(0, 2)});
        return open.apply(this, args as unknown as Parameters<typeof open>);
      };
      XMLHttpRequest.prototype.send = function (this: XMLHttpRequest & {asked?: unknown}, body) {
        Object.assign(window, {asked: [this.asked, this.withCredentials]});
        return send.call(this, body);
      };
    });
    const next = await visit();
    await scrollToEnd();
    await expect.poll(fetched, {timeout: 20_000}).toContain(next);
    expect(await page.evaluate(() => (window as {asked?: unknown}).asked)).toEqual([['GET', next], true]);
  });

  it.each([{effectiveType: '2g'}, {effectiveType: 'slow-2g'}, {effectiveType: '4g', saveData: true}])(
    'does without on a connection like %o',
    async (connection) => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', {value});
      }, connection);
      await visit();
      await scrollToEnd();
      expect(fetched()).toEqual([]);
    },
  );

  it('loads a page whose link is approached', async () => {
    await visit();
    const link = page.locator('.menu__link[href^="/docs/tutorial/"]:not(.menu__link--active)').first();
    const path = await link.evaluate((element: HTMLAnchorElement) => element.pathname);
    await link.hover();
    await expect.poll(fetched, {timeout: 20_000}).toContain(path);
    requests = [];
    await link.click();
    await page.waitForURL(`**${path}`);
    await page.locator(articleAt(path)).waitFor();
    expect(fetched()).not.toContain(path);
  });
});

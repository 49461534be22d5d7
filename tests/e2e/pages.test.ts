import type {Browser, BrowserContext, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, it} from 'vitest';
import {serveSite, type SiteServer} from '../../tools/server';
import {startBrowser} from '../../tools/startBrowser';
import {faultsInBothModes} from './support/axe';
import {BUILD, pagesToOpen} from './support/pages';

let server: SiteServer;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  server = await serveSite(BUILD);
  browser = await startBrowser();
  context = await browser.newContext({
    colorScheme: 'light',
    locale: 'zh-CN',
    viewport: {width: 1280, height: 900},
  });
  // How long it takes is no matter here: a machine that does other work at the same time must not fail it.
  context.setDefaultTimeout(120_000);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Notes what a page logs as an error, and the hosts other than its own that it calls. */
function watch(page: Page, pathname: string): {errors: string[]; foreign: string[]} {
  const seen = {errors: [] as string[], foreign: [] as string[]};
  page.on('pageerror', (error) => seen.errors.push(error.message));
  page.on('console', (message) => {
    // The server rightly answers 404 with the page for what is not there.
    const expected = pathname === '/404.html' && message.location().url.endsWith(pathname);
    if (message.type() === 'error' && !expected) {
      seen.errors.push(`${message.text()}（${message.location().url}）`);
    }
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== server.origin) {
      seen.foreign.push(request.url());
    }
  });
  return seen;
}

const pages = await pagesToOpen();

describe.concurrent('every page', () => {
  it.for(pages)('%s', async (pathname, {expect}) => {
    const page = await context.newPage();
    try {
      const seen = watch(page, pathname);
      await page.goto(server.origin + encodeURI(pathname), {waitUntil: 'networkidle'});
      await page.locator('html[data-has-hydrated="true"]').waitFor();
      expect.soft(await page.locator('html').getAttribute('data-theme')).toBe('light');
      expect.soft(await faultsInBothModes(page)).toEqual([]);
      await page.setViewportSize({width: 390, height: 844});
      const [content, window] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect.soft(content, '页面在 390 px 宽时要横向滚动').toBeLessThanOrEqual(window!);
      expect.soft(seen.errors).toEqual([]);
      expect.soft(seen.foreign).toEqual([]);
    } finally {
      await page.close();
    }
  });
});

import type {Browser, BrowserContext, Page} from 'playwright-core';
import {afterAll, beforeAll, describe, it} from 'vitest';
import {serveSite, type SiteServer} from '../../tools/server';
import {startBrowser} from '../../tools/startBrowser';
import {faultsInBothModes, settle, violations} from './support/axe';
import {overhang, overlaps} from './support/layout';
import {BUILD, pageKinds, pagesToOpen} from './support/pages';

let server: SiteServer;
let browser: Browser;
/** Where every page is opened, also as readers find it who come in the dark mode. */
const MODES = process.env.TEST_ALL_PAGES ? (['light', 'dark'] as const) : (['light'] as const);

/** Pages that the server answers with 404. */
const NOT_THERE = ['/404.html', '/docs/nowhere'];

const contexts = new Map<string, BrowserContext>();

beforeAll(async () => {
  server = await serveSite(BUILD);
  browser = await startBrowser();
  for (const colorScheme of MODES) {
    const context = await browser.newContext({
      colorScheme,
      locale: 'zh-CN',
      viewport: {width: 1440, height: 900},
    });
    // How long it takes is no matter here: a machine that does other work at the same time must not fail it.
    context.setDefaultTimeout(120_000);
    contexts.set(colorScheme, context);
  }
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
    const expected = NOT_THERE.includes(pathname) && message.location().url.endsWith(pathname);
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
/** One page of each kind: their narrow layouts are looked at as closely. */
const kinds = new Set(Object.values(pageKinds()));

describe.concurrent.each(MODES)('in %s mode', (mode) => {
  it.for(pages)('%s', async (pathname, {expect}) => {
    const page = await contexts.get(mode)!.newPage();
    try {
      const seen = watch(page, pathname);
      await page.goto(server.origin + encodeURI(pathname), {waitUntil: 'networkidle'});
      await page.locator('html[data-has-hydrated="true"]').waitFor();
      expect.soft(await page.locator('html').getAttribute('data-theme')).toBe(mode);
      await settle(page);
      expect.soft(await (mode === 'light' ? faultsInBothModes(page) : violations(page))).toEqual([]);
      await page.setViewportSize({width: 390, height: 844});
      expect.soft(await overhang(page), '页面在 390 px 宽时要横向滚动').toBeLessThanOrEqual(0);
      if (mode === 'light' && kinds.has(pathname)) {
        expect.soft(await faultsInBothModes(page), '390 px').toEqual([]);
        // As wide as a window of 1280 px whose content is enlarged twice.
        await page.setViewportSize({width: 640, height: 400});
        expect.soft(await overlaps(page), '640 px').toEqual([]);
        expect.soft(await overhang(page), '页面放大一倍时要横向滚动').toBeLessThanOrEqual(0);
      }
      expect.soft(seen.errors).toEqual([]);
      expect.soft(seen.foreign).toEqual([]);
    } finally {
      await page.close();
    }
  });
});

import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {announcement} from '../../src/site/interface';
import {BUILD} from './support/pages';
import {
  ANNOUNCEMENT,
  followLink,
  hold,
  HYDRATED,
  MAIN_SCRIPT,
  storeFirst,
  stored,
  TestSite,
} from './support/site';
import {articleAt} from './support/article';

const PAGE = '/docs/tutorial/quick_start';
const SETTINGS = announcement({baseUrl: '/'});
const ID = 'docusaurus.announcement.id';
const DISMISSED = 'docusaurus.announcement.dismiss';

const site = new TestSite(() => BUILD);

const bar = (page: Page) => page.locator(ANNOUNCEMENT);

/** Opens the page with its code held back, and notes how far what it shows moves. */
async function openHeld(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    Object.assign(window, {shift: 0});
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {value: number})[]) {
        (window as unknown as {shift: number}).shift += entry.value;
      }
    }).observe({type: 'layout-shift', buffered: true});
  });
  const release = await hold(page, (request) => MAIN_SCRIPT.test(request.url()));
  await page.goto(site.origin + PAGE, {waitUntil: 'commit'});
  await page.locator('.theme-layout-footer').waitFor();
  return async () => {
    release();
    await page.locator(HYDRATED).waitFor();
    // Two frames: what hydration changed has been laid out and reported.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  };
}

function shift(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as {shift: number}).shift);
}

describe('the announcement bar', () => {
  it('is shown until it is closed, and stays closed', async () => {
    const page = await site.open(PAGE);
    expect(await bar(page).isVisible()).toBe(true);
    expect([await stored(page, ID), await stored(page, DISMISSED)]).toEqual([SETTINGS!.id, 'false']);
    await site.visit(page, '/about');
    expect(await bar(page).isVisible()).toBe(true);
    await bar(page).getByRole('button', {name: '关闭'}).click();
    expect(await bar(page).count()).toBe(0);
    expect([await stored(page, ID), await stored(page, DISMISSED)]).toEqual([SETTINGS!.id, 'true']);
    await site.visit(page, PAGE);
    expect(await bar(page).isVisible()).toBe(false);
    await followLink(page, '/docs/install');
    await page.locator(articleAt('/docs/install')).waitFor();
    expect(await bar(page).count()).toBe(0);
  });

  it('is shown again when there is a new one', async () => {
    const page = await site.newPage();
    await storeFirst(page, {[ID]: 'an-older-one', [DISMISSED]: 'true'});
    const hydrate = await openHeld(page);
    expect(await bar(page).isVisible()).toBe(true);
    await hydrate();
    expect(await bar(page).isVisible()).toBe(true);
    expect([await stored(page, ID), await stored(page, DISMISSED)]).toEqual([SETTINGS!.id, 'false']);
    expect(await shift(page)).toBe(0);
  });

  it('moves nothing when it is shown', async () => {
    const page = await site.newPage();
    const hydrate = await openHeld(page);
    const before = await page.locator('main h1').boundingBox();
    await hydrate();
    expect(await page.locator('main h1').boundingBox()).toEqual(before);
    expect(await shift(page)).toBe(0);
  });

  it('is hidden before hydration where it was closed, and moves nothing', async () => {
    const page = await site.newPage();
    await storeFirst(page, {[ID]: SETTINGS!.id!, [DISMISSED]: 'true'});
    const hydrate = await openHeld(page);
    expect(await bar(page).isVisible()).toBe(false);
    await hydrate();
    expect(await bar(page).isVisible()).toBe(false);
    expect(await shift(page)).toBe(0);
  });
});

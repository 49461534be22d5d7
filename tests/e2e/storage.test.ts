import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {ANNOUNCEMENT, colorToggle, type Log, storeFirst, stored, TestSite} from './support/site';
import {LATEST, OLDER} from '../support/releases';

const PAGE = '/docs/tutorial/quick_start';

const site = new TestSite(() => BUILD);

/** Changes everything that the site stores: colours, the announcement, the version, a search. */
async function useEverything(page: Page): Promise<void> {
  await colorToggle(page).click();
  await colorToggle(page).click();
  await page.locator('html[data-theme=dark]').waitFor();
  const close = page.locator(ANNOUNCEMENT).getByRole('button');
  if (await close.isVisible()) {
    await close.click();
  }
  expect(await page.locator(ANNOUNCEMENT).isVisible()).toBe(false);
  await page.locator('.navbar').getByRole('button', {name: LATEST.release}).hover();
  await page.locator('.navbar .dropdown__menu').getByRole('link', {name: OLDER.release}).click();
  await page.locator(`[data-article^="${OLDER.path}"]`).waitFor();
  await page.keyboard.press('/');
  await page.locator('.DocSearch-Input').fill('安装');
  await page.locator('.DocSearch-Hit a').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.DocSearch-Input').waitFor({state: 'detached'});
}

/** What was said about storage. */
function complaints({errors, warnings}: Log): string[] {
  return [...errors, ...warnings].filter((text) => /storage|quota/i.test(text));
}

describe('storage', () => {
  it('holds the keys that are documented', async () => {
    const page = await site.open(PAGE);
    await useEverything(page);
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
      '__DOCSEARCH_RECENT_SEARCHES__embedded',
      'docs-preferred-version-default',
      'docusaurus.announcement.dismiss',
      'docusaurus.announcement.id',
      'theme',
    ]);
    expect(await stored(page, 'docs-preferred-version-default')).toBe(OLDER.release);
  });

  it('that may not be used is logged once, and the page works', async () => {
    const page = await site.newPage({colorScheme: 'light'});
    const log = site.watch(page);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access to storage is denied', 'SecurityError');
        },
      });
    });
    await site.visit(page, PAGE);
    await useEverything(page);
    expect(complaints(log)).toHaveLength(1);
    expect(log.errors).toEqual([]);
  });

  it('that can not be read is logged once, and counts as empty', async () => {
    const page = await site.newPage({colorScheme: 'light'});
    const log = site.watch(page);
    await page.addInitScript(() => {
      Storage.prototype.getItem = () => {
        throw new DOMException('The storage is broken', 'UnknownError');
      };
    });
    await site.visit(page, PAGE);
    expect(await page.locator(ANNOUNCEMENT).isVisible()).toBe(true);
    await colorToggle(page).click();
    await colorToggle(page).click();
    await page.locator('html[data-theme=dark]').waitFor();
    expect(complaints(log)).toHaveLength(1);
    expect(log.errors).toEqual([]);
  });

  it('that is full is logged once, and what it holds is still read', async () => {
    const page = await site.newPage({colorScheme: 'light'});
    await site.visit(page, PAGE);
    await page.evaluate(() => {
      localStorage.clear();
      localStorage.setItem('theme', 'dark');
      for (let size = 2 ** 23; size >= 1; size = Math.floor(size / 2)) {
        try {
          localStorage.setItem(`fill-${size}`, 'x'.repeat(size));
        } catch {
          // Too much; try half of it.
        }
      }
    });
    const log = site.watch(page);
    await site.visit(page, PAGE);
    await page.locator('html[data-theme=dark]').waitFor();
    await page.locator(ANNOUNCEMENT).getByRole('button').click();
    expect(await page.locator(ANNOUNCEMENT).count()).toBe(0);
    await colorToggle(page).click();
    await colorToggle(page).click();
    await page.locator('html[data-theme=light]').waitFor();
    expect(complaints(log)).toHaveLength(1);
    expect(log.errors).toEqual([]);
  });

  it('with rubbish in every key works, and the rubbish goes', async () => {
    const rubbish = '{"__proto__":[<img src=x onerror=alert(1)>';
    const page = await site.newPage({colorScheme: 'dark'});
    await storeFirst(page, {
      theme: rubbish,
      'docusaurus.announcement.id': rubbish,
      'docusaurus.announcement.dismiss': rubbish,
      'docs-preferred-version-default': rubbish,
      __DOCSEARCH_RECENT_SEARCHES__embedded: rubbish,
      __DOCSEARCH_FAVORITE_SEARCHES__embedded: rubbish,
    });
    const log = site.watch(page);
    await site.visit(page, PAGE);
    await page.locator('html[data-theme=light]').waitFor();
    expect(await page.locator(ANNOUNCEMENT).isVisible()).toBe(true);
    expect(await stored(page, 'docs-preferred-version-default')).toBeNull();
    expect(await stored(page, 'docusaurus.announcement.dismiss')).toBe('false');
    await colorToggle(page).click();
    await page.locator('html[data-theme=dark]').waitFor();
    await page.keyboard.press('/');
    await page.locator('.DocSearch-Input').waitFor();
    await page.keyboard.press('Escape');
    expect(log.errors).toEqual([]);
  });
});

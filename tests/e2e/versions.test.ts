import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {VERSIONS} from '../../src/site/versions';
import {BUILD} from './support/pages';
import {stored, storeFirst, TestSite} from './support/site';
import {LATEST, OLDER, OLDEST} from '../support/releases';

const KEY = 'docs-preferred-version-default';
const MENU = `.navbar__item.dropdown:has(a[href*="/${OLDEST.release}"])`;

const site = new TestSite(() => BUILD);

async function choose(page: Page, release: string): Promise<void> {
  await page.locator(MENU).hover();
  await page.locator(`${MENU} .dropdown__menu`).getByRole('link', {name: release}).click();
}

const links = (page: Page) =>
  page.locator(`${MENU} .dropdown__menu a`).evaluateAll((all) => all.map((a) => a.getAttribute('href')));
const chosen = (page: Page) => page.locator(`${MENU} > a`).textContent();

describe('the versions', () => {
  it('are offered newest first, each leading to the same page', async () => {
    const page = await site.open('/docs/tutorial/quick_start?x=1#编译');
    expect(await page.locator(`${MENU} .dropdown__menu a`).allTextContents()).toEqual(
      VERSIONS.map(({release}) => release),
    );
    expect((await links(page)).map((href) => decodeURI(href!))).toEqual(
      VERSIONS.map(({path}) => `${path}/tutorial/quick_start?x=1#编译`),
    );
    expect(await chosen(page)).toBe(LATEST.release);
  });

  it('lead to the main page of a version that does not have the page', async () => {
    const page = await site.open('/about');
    expect(await links(page)).toEqual(VERSIONS.map(({path}) => path));
  });

  it('are remembered for the docs once chosen', async () => {
    const page = await site.open('/docs/tutorial/quick_start');
    expect(await stored(page, KEY)).toBeNull();
    await choose(page, OLDEST.release);
    await page.waitForURL(`**${OLDEST.path}/tutorial/quick_start`);
    expect(await stored(page, KEY)).toBe(OLDEST.release);
    await site.visit(page, '/about');
    await page.waitForFunction(
      ([s, label]) => document.querySelector(`${s} > a`)?.textContent === label,
      [MENU, OLDEST.release],
    );
    expect(await page.locator('.navbar').getByRole('link', {name: '查看文档'}).getAttribute('href')).toBe(
      OLDEST.path,
    );
  });

  it.each(['9.9.9', '', '{"a": 1}', 'toString'])(
    'forget a stored %j, which is none of them',
    async (value) => {
      const page = await site.newPage();
      const log = site.watch(page);
      await storeFirst(page, {[KEY]: value});
      await site.visit(page, '/about');
      await page.waitForFunction((key) => localStorage.getItem(key) === null, KEY);
      expect(await chosen(page)).toBe(LATEST.release);
      expect(log.errors).toEqual([]);
    },
  );

  it('keep a stored one that exists', async () => {
    const page = await site.newPage();
    await storeFirst(page, {[KEY]: OLDER.release});
    await site.visit(page, '/about');
    await page.waitForFunction(
      ([s, label]) => document.querySelector(`${s} > a`)?.textContent === label,
      [MENU, OLDER.release],
    );
    expect(await stored(page, KEY)).toBe(OLDER.release);
  });

  it('lead from an older one to the same page of the newest', async () => {
    const page = await site.open(`${OLDER.path}/tutorial/quick_start`);
    const banner = page.locator('.theme-doc-version-banner');
    expect(await banner.getByRole('link').getAttribute('href')).toBe('/docs/tutorial/quick_start');
    expect(await page.locator('.theme-doc-version-badge').textContent()).toContain(OLDER.release);
  });
});

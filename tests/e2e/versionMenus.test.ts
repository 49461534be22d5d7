import {describe, expect, it} from 'vitest';
import type {Page} from 'playwright-core';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';
import {LATEST, OLDER, OLDEST} from '../support/releases';

const site = new TestSite(() => BUILD);
const PAGE = '/docs/tutorial/tensor_expr';
const NEWEST_ONLY = '/docs/how_to/deploy/deploy_adreno';
const PHONE = {viewport: {width: 390, height: 844}};

async function openMainMenu(page: Page): Promise<void> {
  await page.locator('.navbar__toggle').click();
  await page.locator('.navbar-sidebar__back').click();
}

describe('On a phone', () => {
  it('choosing a version closes the menu', async () => {
    const page = await site.open(PAGE, PHONE);
    await openMainMenu(page);
    await page.locator('.navbar-sidebar a', {hasText: OLDEST.release}).click();
    await page.waitForURL(`**${OLDEST.path}/tutorial/tensor_expr`);
    await expect.poll(() => page.locator('.navbar-sidebar--show').count()).toBe(0);
  });

  it('the list of versions is open, also at an address with a hash', async () => {
    const page = await site.open(`${PAGE}#top`, PHONE);
    await openMainMenu(page);
    expect(await page.locator('.navbar-sidebar a', {hasText: OLDER.release}).isVisible()).toBe(true);
  });

  it('the badge above the title leads to the page in the other versions', async () => {
    const page = await site.open(PAGE, PHONE);
    await page.locator('summary.theme-doc-version-badge').click();
    await page.locator('details a', {hasText: OLDER.release}).first().click();
    await page.waitForURL(`**${OLDER.path}/tutorial/tensor_expr`);
  });

  it('the contents stand below the title', async () => {
    const page = await site.open(PAGE, PHONE);
    const [title, contents] = await Promise.all(
      ['h1', '.theme-doc-toc-mobile'].map((selector) => page.locator(selector).first().boundingBox()),
    );
    expect(contents!.y).toBeGreaterThan(title!.y + title!.height);
  });
});

describe('The menu of versions', () => {
  const button = (page: Page) => page.locator('.navbar .dropdown > a', {hasText: LATEST.release});
  const focused = (page: Page) => page.evaluate(() => document.activeElement!.textContent);

  it('is walked through with the arrow keys, Home and End; Escape returns to the button', async () => {
    const page = await site.open(PAGE);
    await button(page).focus();
    await page.keyboard.press('Space');
    await page.locator('.dropdown--show a', {hasText: OLDER.release}).waitFor();
    const seen: (string | null)[] = [];
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home']) {
      await page.keyboard.press(key);
      seen.push(await focused(page));
    }
    expect(seen).toEqual([
      LATEST.release,
      OLDER.release,
      OLDEST.release,
      LATEST.release,
      OLDEST.release,
      LATEST.release,
    ]);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    expect(await button(page).evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('marks the versions that lack the page', async () => {
    const page = await site.open(NEWEST_ONLY);
    expect(await page.locator('.navbar .dropdown__menu a', {hasText: OLDEST.release}).textContent()).toBe(
      `${OLDEST.release} · 无此页`,
    );
    expect(await page.locator('.navbar .dropdown__menu a', {hasText: LATEST.release}).textContent()).toBe(
      LATEST.release,
    );
  });

  it('leads from a page that a version lacks to its first page, which says so once', async () => {
    const page = await site.open('/docs/how_to/deploy');
    const before = await page.locator('article h1').textContent();
    const notice = page.locator('p[role="status"]', {hasText: '没有「'});
    await page
      .locator(`a[href="${NEWEST_ONLY}"]`)
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(`**${NEWEST_ONLY}`);
    await expect.poll(() => page.locator('article h1').textContent()).not.toBe(before);
    const title = await page.locator('article h1').textContent();
    await page
      .locator('.navbar .dropdown__menu a', {hasText: OLDEST.release})
      .evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(`**${OLDEST.path}`);
    await notice.waitFor();
    expect(await notice.textContent()).toBe(`${OLDEST.release} 没有「${title}」这一页，这里是它的首页。`);
    await page.locator(`article a[href^="${OLDEST.path}/"]`).first().click();
    await expect.poll(() => notice.count()).toBe(0);
  });
});

it('English leads to the original of the page, and to the index where it has none', async () => {
  const page = await site.open(PAGE);
  const link = page.locator('.navbar a[lang="en"]');
  const go = () =>
    link.evaluate((a: HTMLAnchorElement) => {
      a.addEventListener('click', (event) => event.preventDefault(), {once: true});
      a.click();
      return a.href;
    });
  expect(await go()).toMatch(/tensor_expr_get_started\.html$/);
  await page.goto(`${site.origin}/blog`);
  expect(await go()).toMatch(/\/docs\/$/);
});

it('Without motion, back to top is there at once', async () => {
  const page = await site.open(PAGE, {reducedMotion: 'reduce'});
  await page.evaluate(() => scrollTo(0, 4000));
  await page.evaluate(() => scrollTo(0, 3000));
  const top = page.locator('.theme-back-to-top-button');
  await expect.poll(() => top.evaluate((b) => getComputedStyle(b).visibility)).toBe('visible');
  expect(
    await top.evaluate((button: HTMLElement) => {
      button.click();
      return scrollY;
    }),
  ).toBe(0);
});

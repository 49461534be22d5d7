import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {scrollTo} from './support/scroll';
import {TestSite} from './support/site';
import {ARTICLE, articleAt} from './support/article';
import {OLDEST} from '../support/releases';

const PAGE = '/docs/tutorial/quick_start';
const BAR = 'nav.navbar';
const VERSIONS = `.navbar__item.dropdown:has(a[href*="/${OLDEST.release}/"])`;
const LANGUAGES = '.navbar__item.dropdown:has(a[hreflang], a[lang="en"])';

const site = new TestSite(() => BUILD);

/** Whether the bar is in the window, once it has come to rest. */
async function barShown(page: Page): Promise<boolean> {
  const rest = () =>
    page.locator(BAR).evaluate(async (bar) => {
      await Promise.all(bar.getAnimations().map(({finished}) => finished.catch(() => undefined)));
      return bar.getBoundingClientRect().bottom > 0;
    });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return rest();
}

/** Scrolls to several places one after the other; the bar takes each for a move of the reader. */
async function scroll(page: Page, ...tops: number[]): Promise<void> {
  for (const top of tops) {
    await page.evaluate(scrollTo, top);
  }
}

const endOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);

describe('the navigation bar', () => {
  it('hides while the reader scrolls down and returns when they scroll up', async () => {
    const page = await site.open(PAGE);
    expect(await barShown(page)).toBe(true);
    await scroll(page, 500, 900);
    expect(await barShown(page)).toBe(false);
    await scroll(page, 800);
    expect(await barShown(page)).toBe(true);
  });

  it('is there at the top and at the end of the page', async () => {
    const page = await site.open(PAGE);
    await scroll(page, 500, 900, 30);
    expect(await barShown(page)).toBe(true);
    const end = await endOf(page);
    await scroll(page, end - 300);
    expect(await barShown(page)).toBe(false);
    await scroll(page, end);
    expect(await barShown(page)).toBe(true);
  });

  it('stays hidden when the browser alone moves, by a pixel or since what is above has another height', async () => {
    const page = await site.open(PAGE);
    await scroll(page, 500, 900, 899);
    expect(await barShown(page)).toBe(false);
    await page
      .locator(`${ARTICLE} p`)
      .first()
      .evaluate((paragraph) => {
        const moved = new Promise((done) => document.addEventListener('scroll', done, {once: true}));
        paragraph.style.marginTop = '-100px';
        return moved;
      });
    expect(await page.evaluate(() => scrollY)).toBeLessThan(850);
    expect(await barShown(page)).toBe(false);
    const top = await page.evaluate(() => scrollY);
    await scroll(page, ...[1, 2, 3, 4, 5, 6].map((pixels) => top - pixels));
    expect(await barShown(page)).toBe(true);
  });

  it.each([
    ['from above', 500],
    ['from below', 6000],
  ])('hides at the Chinese target of a link %s', async (_, from) => {
    const page = await site.open(PAGE);
    await scroll(page, from, from + 10, from);
    expect(await barShown(page)).toBe(true);
    await page
      .locator('.table-of-contents a[href="#导入编译运行"]')
      .evaluate((link: HTMLElement) => link.click());
    await page.waitForURL((url) => decodeURIComponent(url.hash) === '#导入编译运行');
    expect(await barShown(page)).toBe(false);
    expect(
      await page.locator('#导入编译运行').evaluate((heading) => heading.getBoundingClientRect().top),
    ).toBeLessThan(200);
  });

  it('is shown again on the next page', async () => {
    const page = await site.open(PAGE);
    await scroll(page, 500, 900);
    await page
      .locator('.theme-doc-sidebar-menu a[href="/docs/tutorial/intro"]')
      .evaluate((a: HTMLElement) => a.click());
    await page.locator(articleAt('/docs/tutorial/intro')).waitFor();
    expect(await barShown(page)).toBe(true);
  });

  it('comes back for the Tab key', async () => {
    const page = await site.open(PAGE);
    await scroll(page, 500, 900);
    await page
      .locator('.theme-doc-breadcrumbs a')
      .first()
      .evaluate((link: HTMLElement) => link.focus({preventScroll: true}));
    expect(await barShown(page)).toBe(false);
    for (
      let i = 0;
      i < 200 && !(await page.evaluate(() => document.activeElement?.closest('.navbar')));
      i++
    ) {
      await page.keyboard.press('Shift+Tab');
    }
    expect(await barShown(page)).toBe(true);
  });

  it('moves at once for readers who want less motion', async () => {
    const page = await site.open(PAGE, {reducedMotion: 'reduce'});
    expect(await page.locator(BAR).evaluate((bar) => getComputedStyle(bar).transitionDuration)).toBe('0s');
  });

  it('has the links of the site, each with a name', async () => {
    const page = await site.open(PAGE);
    const bar = page.locator(BAR);
    for (const name of ['查看文档', '关于', '源代码', '返回超神经']) {
      expect(await bar.getByRole('link', {name}).count(), name).toBe(1);
    }
    expect(await bar.getByRole('link', {name: '返回超神经'}).getAttribute('href')).toBe('https://hyper.ai/');
    expect(await page.locator(`${VERSIONS}.dropdown--right`).count()).toBe(1);
  });

  it('links to the source, the parent and the original in a new tab, and says so', async () => {
    const page = await site.open(PAGE);
    const external = page.locator(`${BAR} a[target="_blank"]`);
    expect(await external.count()).toBe(3);
    for (const link of await external.all()) {
      expect(await link.getAttribute('rel')).toContain('noopener');
      expect(await link.locator('svg').getAttribute('aria-label')).toBe('（在新标签页中打开）');
    }
  });
});

describe.each([
  ['versions', VERSIONS],
  ['languages', LANGUAGES],
])('the dropdown of %s', (_, selector) => {
  const shown = (page: Page) =>
    page
      .locator(`${selector} .dropdown__menu`)
      .evaluate((menu) => getComputedStyle(menu).visibility === 'visible');

  async function openByKey(): Promise<Page> {
    const page = await site.open(PAGE);
    const button = page.locator(`${selector} > a`);
    expect(await shown(page)).toBe(false);
    await button.focus();
    await button.press('Enter');
    await page.locator(`${selector} .dropdown__menu`).waitFor({state: 'visible'});
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(page.url()).toBe(site.origin + PAGE);
    return page;
  }

  const closed = (page: Page) => page.locator(`${selector} .dropdown__menu`).waitFor({state: 'hidden'});

  it('opens under the pointer and closes when it leaves', async () => {
    const page = await site.open(PAGE);
    await page.locator(selector).hover();
    await page.locator(`${selector} .dropdown__menu`).waitFor({state: 'visible'});
    await page.mouse.move(640, 700);
    await closed(page);
  });

  it('opens and closes on Enter', async () => {
    const page = await openByKey();
    await page.keyboard.press('Enter');
    await closed(page);
    expect(await page.locator(`${selector} > a`).getAttribute('aria-expanded')).toBe('false');
  });

  it('closes on a click outside', async () => {
    const page = await openByKey();
    await page.mouse.click(640, 700);
    await closed(page);
  });

  it('closes on a touch outside', async () => {
    const page = await openByKey();
    await page.locator('article').dispatchEvent('touchstart');
    await closed(page);
  });

  it('closes on Escape, which gives the focus back', async () => {
    const page = await openByKey();
    const button = page.locator(`${selector} > a`);
    await page.keyboard.press('Tab');
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(false);
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await page.locator(`${selector} .dropdown__menu`).waitFor({state: 'visible'});
  });

  it('closes on Escape under the pointer, and opens when the pointer comes again', async () => {
    const page = await site.open(PAGE);
    const menu = page.locator(`${selector} .dropdown__menu`);
    await page.locator(selector).hover();
    await menu.waitFor({state: 'visible'});
    await page.keyboard.press('Escape');
    await closed(page);
    await page.mouse.move(640, 700);
    await page.locator(selector).hover();
    await menu.waitFor({state: 'visible'});
  });

  it('closes when the focus goes elsewhere, and lets it through its links', async () => {
    const page = await openByKey();
    const links = await page.locator(`${selector} .dropdown__menu a`).count();
    for (let i = 0; i < links; i++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          (s) => document.activeElement!.closest(s) !== null,
          `${selector} .dropdown__menu`,
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Tab');
    await closed(page);
  });
});

describe('the sizes of the bar', () => {
  it('is the mobile one up to 996 px and the desktop one from 997 px', async () => {
    const page = await site.open(PAGE, {viewport: {width: 996, height: 800}});
    const toggle = page.locator('.navbar__toggle');
    expect(await toggle.isVisible()).toBe(true);
    expect(await page.locator('.navbar__items--right .navbar__item').first().isVisible()).toBe(false);
    expect(await page.locator('.theme-doc-sidebar-container').isVisible()).toBe(false);
    await page.setViewportSize({width: 997, height: 800});
    await toggle.waitFor({state: 'hidden'});
    expect(await page.locator('.navbar__items--right .navbar__item').first().isVisible()).toBe(true);
    expect(await page.locator('.theme-doc-sidebar-container').isVisible()).toBe(true);
    const tops = await page
      .locator('.navbar__items > :visible')
      .evaluateAll((all) => all.map((e) => e.clientHeight));
    expect(Math.max(...tops), '导航栏只有一行').toBeLessThan(56);
  });

  it('has a hamburger of 30 px and a cross of 21 px', async () => {
    const page = await site.open(PAGE, {viewport: {width: 390, height: 800}});
    const size = (selector: string) =>
      page.locator(selector).evaluate((svg) => [svg.getAttribute('width'), svg.getAttribute('height')]);
    expect(await size('.navbar__toggle svg')).toEqual(['30', '30']);
    await page.locator('.navbar__toggle').click();
    expect(await size('.navbar-sidebar__close svg')).toEqual(['21', '21']);
  });
});

import type {Locator, Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';
import {ARTICLE, articleAt} from './support/article';

const PAGE = '/docs/tutorial/quick_start';
const MOBILE = {viewport: {width: 390, height: 844}};
const SIDEBAR = '.navbar-sidebar';

const site = new TestSite(() => BUILD);

async function openSidebar(path = PAGE): Promise<Page> {
  const page = await site.open(path, MOBILE);
  await page.locator('.navbar__toggle').click();
  await page.locator('.navbar-sidebar--show').waitFor();
  return page;
}

async function openMainMenu(): Promise<Page> {
  const page = await openSidebar();
  await page.getByRole('button', {name: '← 返回主菜单'}).click();
  await page.locator('.navbar-sidebar__items--show-secondary').waitFor({state: 'detached'});
  return page;
}

const closed = (page: Page) => page.locator('.navbar-sidebar--show').waitFor({state: 'detached'});
const bodyOverflow = (page: Page) => page.evaluate(() => getComputedStyle(document.body).overflowY);

describe('the sidebar of the mobile layout', () => {
  it('is rendered when it is opened first, and slides in then too', async () => {
    const page = await site.open(PAGE, MOBILE);
    await page.locator('html[data-has-hydrated="true"]').waitFor({state: 'attached'});
    expect(await page.locator(SIDEBAR).count()).toBe(0);
    const moved = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('transitionend', ({target, propertyName}) => {
            if ((target as Element).matches('.navbar-sidebar') && propertyName === 'transform') {
              resolve(true);
            }
          }),
        ),
    );
    await page.locator('.navbar__toggle').click();
    expect(await moved).toBe(true);
    await page.getByRole('button', {name: '关闭导航栏'}).click();
    await closed(page);
    expect(await page.locator(SIDEBAR).count()).toBe(1);
  });

  it('locks the scroll of the page while it is shown', async () => {
    const page = await openSidebar();
    expect(await bodyOverflow(page)).toBe('hidden');
    expect(await page.locator('.navbar__toggle').getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('button', {name: '关闭导航栏'}).click();
    await closed(page);
    expect(await bodyOverflow(page)).toBe('visible');
  });

  it('closes on a touch beside it', async () => {
    const page = await openSidebar();
    await page.locator('.navbar-sidebar__backdrop').click({position: {x: 380, y: 500}});
    await closed(page);
  });

  it('closes on going back, which stays on the page', async () => {
    const page = await site.open('/docs/tutorial', MOBILE);
    await page.locator(`${ARTICLE} a[href="${PAGE}"]`).first().click();
    await page.locator(articleAt(PAGE)).waitFor();
    await page.locator('.navbar__toggle').click();
    await page.locator('.navbar-sidebar--show').waitFor();
    await page.goBack();
    await closed(page);
    // The browser has gone back by then, and the page goes forward again.
    await page.waitForURL(site.origin + PAGE);
    await page.goBack();
    await page.waitForURL('**/docs/tutorial');
  });

  it('closes when the window becomes that of a desktop', async () => {
    const page = await openSidebar();
    await page.setViewportSize({width: 997, height: 844});
    await closed(page);
    expect(await page.locator(SIDEBAR).count()).toBe(0);
    expect(await bodyOverflow(page)).toBe('visible');
    await page.setViewportSize({width: 996, height: 844});
    await page.locator(SIDEBAR).waitFor({state: 'attached'});
    expect(await page.locator('.navbar-sidebar--show').count()).toBe(0);
  });

  it('shows the pages of the version first, and the main menu behind a button', async () => {
    const page = await openSidebar();
    const [main, docs] = [page.locator(`${SIDEBAR}__item`).nth(0), page.locator(`${SIDEBAR}__item`).nth(1)];
    expect(await main.getAttribute('inert')).not.toBeNull();
    expect(await docs.getAttribute('inert')).toBeNull();
    expect(await docs.locator('.menu__link--active').last().getAttribute('href')).toBe(PAGE);
    await page.getByRole('button', {name: '← 返回主菜单'}).click();
    await page.locator('.navbar-sidebar__items--show-secondary').waitFor({state: 'detached'});
    expect(await main.getAttribute('inert')).toBeNull();
    expect(await docs.getAttribute('inert')).not.toBeNull();
    expect(await main.getByRole('link', {name: '关于'}).getAttribute('href')).toBe('/about');
  });

  it('starts with the main menu where a page has no sidebar of its own', async () => {
    const page = await openSidebar('/about');
    expect(await page.locator('.navbar-sidebar__items--show-secondary').count()).toBe(0);
    await page.locator(`${SIDEBAR} a[href="/docs"]`).first().click();
    await page.waitForURL('**/docs');
    await closed(page);
  });

  it('opens and follows its links by keyboard alone', async () => {
    const page = await site.open('/about', MOBILE);
    await page.locator('.navbar__toggle').focus();
    await page.keyboard.press('Enter');
    await page.locator('.navbar-sidebar--show').waitFor();
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.getAttribute('href'))) === '/docs') {
        break;
      }
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs');
    await closed(page);
  });
});

describe('a dropdown of the mobile layout', () => {
  const dropdown = (page: Page, name: string) =>
    page.locator(`${SIDEBAR} .menu__list-item`, {has: page.locator(`> div > a:text-is("${name}")`)});

  it('is open where it holds the page that is shown, and folded elsewhere', async () => {
    const page = await openMainMenu();
    expect(await dropdown(page, '选择版本').getByRole('button', {name: '收起下拉列表'}).count()).toBe(1);
    expect(await dropdown(page, '选择版本').locator('.menu__link--active').getAttribute('href')).toBe(PAGE);
    expect(await dropdown(page, '选择语言').getByRole('button', {name: '展开下拉列表'}).count()).toBe(1);
  });

  it('folds and unfolds', async () => {
    const page = await openMainMenu();
    const languages = dropdown(page, '选择语言');
    await languages.getByRole('button', {name: '展开下拉列表'}).click();
    await languages.getByRole('link', {name: '简体中文'}).waitFor();
    await languages.getByRole('button', {name: '收起下拉列表'}).click();
    await languages.getByRole('link', {name: '简体中文'}).waitFor({state: 'hidden'});
  });
});

/** How long the theme animates content of a height, in milliseconds. */
function durationFor(height: number): number {
  return Math.round((4 + 15 * (height / 36) ** 0.25 + height / 36 / 5) * 10);
}

/** The transition with which a list opens, and the height that it then has. */
async function transitionOf(
  list: Locator,
  open: () => Promise<unknown>,
): Promise<{transition: string; height: number}> {
  const seen = list.evaluate(
    (element: HTMLElement) =>
      new Promise<{transition: string; height: number}>((done) => {
        new MutationObserver(() => {
          const {transition} = element.style;
          if (transition) {
            done({transition, height: element.scrollHeight});
          }
        }).observe(element, {attributes: true, attributeFilter: ['style']});
      }),
  );
  await open();
  return seen;
}

describe('what folds', () => {
  const category = (page: Page) =>
    page.locator('.theme-doc-sidebar-item-category-level-1:has(> div > button)').first();

  it.each([
    ['in a time that follows from its height, easing in and out', 'no-preference', durationFor],
    ['at once where less motion is wanted', 'reduce', () => 1],
  ] as const)('opens and closes %s', async (_, reducedMotion, expected) => {
    const page = await site.open(PAGE, {reducedMotion});
    const list = category(page).locator('> ul');
    const caret = category(page).locator('> div > button');
    if ((await caret.getAttribute('aria-expanded')) === 'false') {
      await caret.click();
      // As the theme leaves a list that has come to rest.
      await list.and(page.locator('[style*="height: auto"]')).waitFor();
    }
    for (const state of ['hidden', 'visible'] as const) {
      const {transition, height} = await transitionOf(list, () => caret.click());
      expect(transition).toBe(`height ${expected(height)}ms ease-in-out`);
      await list.waitFor({state});
    }
  });

  it('leaves the other categories as they are', async () => {
    const page = await site.open(PAGE);
    const open = page.locator('.theme-doc-sidebar-item-category-level-1:not(.menu__list-item--collapsed)');
    const folded = page.locator(
      '.theme-doc-sidebar-item-category-level-1.menu__list-item--collapsed > div > button',
    );
    const before = await open.count();
    const more = await folded.count();
    for (let i = 0; i < more; i++) {
      await folded.first().click();
    }
    expect(await open.count()).toBe(before + more);
    expect(before + more).toBeGreaterThan(1);
  });

  it('has no button that hides the sidebar of the desktop layout', async () => {
    const page = await site.open(PAGE);
    expect(await page.locator('[class*="collapseSidebarButton"]').count()).toBe(0);
  });

  it('includes the details of an article', async () => {
    const page = await site.open('/markdown-page');
    const details = page.locator('main details');
    const {timing, height} = await details.evaluate(async (element: HTMLElement) => {
      const summary = element.querySelector('summary')!;
      const closed = element.offsetHeight;
      summary.click();
      while (element.getAnimations().length === 0) {
        await new Promise(requestAnimationFrame);
      }
      const [animation] = element.getAnimations();
      const {duration, easing} = animation!.effect!.getTiming();
      await animation!.finished;
      return {timing: {duration, easing}, height: element.offsetHeight - closed};
    });
    expect(height).toBeGreaterThan(20);
    expect(timing).toEqual({duration: durationFor(height), easing: 'ease-in-out'});
    expect(await details.getAttribute('open')).not.toBeNull();
    await page.locator('main summary').click();
    await page.locator('main details:not([open])').waitFor();
  });

  it('includes the details of an article, at once where less motion is wanted', async () => {
    const page = await site.open('/markdown-page', {reducedMotion: 'reduce'});
    await page.locator('main summary').press('Enter');
    expect(await page.locator('main details').getAttribute('open')).not.toBeNull();
    expect(await page.locator('main details').evaluate((element) => element.getAnimations().length)).toBe(0);
  });
});

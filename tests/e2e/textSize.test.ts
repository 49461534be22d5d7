import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD, pageKinds} from './support/pages';
import {TestSite} from './support/site';

const PAGE = '/docs/tutorial/tensor_expr';

/** Boxes of the bar that lie over each other, or reach over its edge. */
function overlaps(page: Page): Promise<string[]> {
  return page.locator('.navbar__inner').evaluate((bar) => {
    const boxes = [...bar.querySelectorAll('.navbar__brand, .navbar__item, .navbar__toggle, button')]
      .filter((element) => element.checkVisibility() && !element.closest('.dropdown__menu'))
      .map((element) => ({name: element.textContent, ...element.getBoundingClientRect().toJSON()}))
      .sort((a, b) => a.left - b.left);
    const over = boxes
      .slice(1)
      .filter((box, i) => box.left < boxes[i].right - 1 && box.top < boxes[i].bottom);
    const outside = boxes.filter(({right, left}) => right > innerWidth + 1 || left < -1);
    return [...over, ...outside].map(({name}) => String(name));
  });
}

/** By how many pixels the page is wider than its window. */
function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

describe.each([
  [24, 1280],
  [32, 1440],
])('With letters of %i px in a window of %i px', (size, width) => {
  const site = new TestSite(() => BUILD, {
    browserArgs: () => [`--blink-settings=defaultFontSize=${size},defaultFixedFontSize=${size}`],
  });

  it('the bar has the layout of a phone, and nothing in it overlaps', async () => {
    const page = await site.open(PAGE, {viewport: {width, height: 900}});
    expect(await overlaps(page)).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${size}px`);
    await page.locator('.navbar__toggle').click();
    expect(await page.locator('.navbar-sidebar').isVisible()).toBe(true);
  });

  it.each(Object.entries(pageKinds()))('%s needs no scrolling to the side', async (_, path) => {
    const page = await site.open(path, {viewport: {width, height: 900}});
    expect(await overlaps(page)).toEqual([]);
    expect(await overhang(page)).toBeLessThanOrEqual(0);
  });
});

describe('With letters of the usual size', () => {
  const site = new TestSite(() => BUILD);

  it.each([
    [996, true],
    [997, false],
  ])('at %i px the layout of a phone is %s', async (width, isPhone) => {
    const page = await site.open(PAGE, {viewport: {width, height: 900}});
    expect(await page.locator('.navbar__toggle').isVisible()).toBe(isPhone);
    expect(await overlaps(page)).toEqual([]);
  });

  it.each(Object.entries(pageKinds()))(
    '%s enlarged twice needs no scrolling to the side',
    async (_, path) => {
      const page = await site.open(path, {viewport: {width: 640, height: 400}, deviceScaleFactor: 2});
      expect(await overlaps(page)).toEqual([]);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
    },
  );
});

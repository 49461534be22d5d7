import {describe, expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';

const PAGE = '/docs/tutorial/tensor_expr';

/** Boxes of the bar that lie over each other, or reach over its edge. */
async function overlaps(site: TestSite, width: number): Promise<string[]> {
  const page = await site.open(PAGE, {viewport: {width, height: 900}});
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

describe.each([
  [24, 1280],
  [32, 1440],
])('With letters of %i px in a window of %i px', (size, width) => {
  const site = new TestSite(() => BUILD, {
    browserArgs: () => [`--blink-settings=defaultFontSize=${size},defaultFixedFontSize=${size}`],
  });

  it('the bar has the layout of a phone, and nothing in it overlaps', async () => {
    expect(await overlaps(site, width)).toEqual([]);
    const page = await site.open(PAGE, {viewport: {width, height: 900}});
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${size}px`);
    await page.locator('.navbar__toggle').click();
    expect(await page.locator('.navbar-sidebar').isVisible()).toBe(true);
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
    expect(await overlaps(site, width)).toEqual([]);
  });
});

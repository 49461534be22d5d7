import {describe, expect, it} from 'vitest';
import {overhang, overlaps} from './support/layout';
import {BUILD, pageKinds} from './support/pages';
import {TestSite} from './support/site';

const PAGE = '/docs/tutorial/tensor_expr';

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
});

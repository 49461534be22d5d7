import type {Page} from 'playwright-core';

/** Boxes of the bar that lie over each other, or reach over its edge. */
export function overlaps(page: Page): Promise<string[]> {
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
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';
import {OLDEST} from '../support/releases';

const site = new TestSite(() => BUILD);
const PHONE = {viewport: {width: 390, height: 844}};
const DESKTOP = {viewport: {width: 1440, height: 900}};
const ENTRY = '/docs/reference/api/python/driver#tvm.build';

/** Sum of all shifts of the layout from the first load until the page rests. */
async function shiftsOf(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    const all: number[] = [];
    Object.assign(window, {shifts: all});
    new PerformanceObserver((list) =>
      (list.getEntries() as (PerformanceEntry & {value: number})[]).forEach(({value}) => all.push(value)),
    ).observe({type: 'layout-shift', buffered: true});
  });
  await site.visit(page, address);
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('.part')].every(
      ({style}) => style.containIntrinsicBlockSize !== '',
    ),
  );
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  return page.evaluate(() => (window as unknown as {shifts: number[]}).shifts.reduce((a, b) => a + b, 0));
}

describe('A link to a place far down', () => {
  it.each([
    ['/docs/how_to/errors#already-split', PHONE],
    ['/docs/how_to/errors#already-split', DESKTOP],
    ['/docs/reference/api/python/relay/nn#tvm.relay.nn.conv2d_transpose', PHONE],
    ['/docs/reference/api/python/relay/nn#tvm.relay.nn.conv2d_transpose', DESKTOP],
  ])('%s moves nothing once it is shown, at %j', async (address, options) => {
    const page = await site.newPage(options);
    expect(await shiftsOf(page, address)).toBeLessThan(0.05);
  });
});

describe('Text', () => {
  const left = (page: Page) => page.locator('h1').evaluate((title) => title.getBoundingClientRect().left);

  it('begins at one edge on every kind of page', async () => {
    const page = await site.open('/docs/tutorial/quick_start', DESKTOP);
    const edge = await left(page);
    for (const address of ['/', ENTRY, '/updates', '/search', '/about', '/changes']) {
      await site.visit(page, address);
      expect(await left(page), address).toBe(edge);
    }
  });

  it('stands in the middle of a window that has no room for a navigation', async () => {
    const page = await site.open('/docs/tutorial/quick_start', {viewport: {width: 996, height: 900}});
    const {x, width} = (await page.locator('.theme-doc-markdown').boundingBox())!;
    expect(Math.abs(996 - (2 * x + width))).toBeLessThan(20);
  });
});

describe('What stands before the text', () => {
  it('is one line, with the rest at the end of the page', async () => {
    const page = await site.open('/docs/how_to/deploy/relay_tensorrt', PHONE);
    const bottom = (await page.locator('h1').boundingBox())!;
    const first = (await page.locator('[data-article] > p').first().boundingBox())!;
    expect(first.y - (bottom.y + bottom.height)).toBeLessThan(140);
    await page.getByRole('link', {name: '示例已运行'}).click();
    const facts = page.locator('#page-facts');
    expect(await facts.textContent()).toContain('运行示例还需要');
    expect(await facts.getByRole('link', {name: '查看英文原文'}).count()).toBe(1);
  });
});

it('A table that goes on beyond the edge of a phone shows it', async () => {
  const page = await site.open('/docs/arch/pass_infra', PHONE);
  const tables = page.locator('.table-scroll');
  const images = await tables.evaluateAll((all) =>
    all
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => getComputedStyle(box).backgroundImage.split('linear-gradient').length - 1),
  );
  expect(images.length).toBeGreaterThan(0);
  expect(images.every((count) => count === 4)).toBe(true);
});

describe('A page that is not there', () => {
  it('offers the newest version of a page, unless another one was asked for', async () => {
    const page = await site.open('/docs/tutorials/quick_start', DESKTOP);
    const first = page.locator('section[aria-labelledby="nearest"] a').first();
    expect(await first.getAttribute('href')).toBe('/docs/tutorial/quick_start');
    await site.visit(page, `${OLDEST.path}/tutorials/quick_start`);
    await expect.poll(() => first.getAttribute('href')).toBe(`${OLDEST.path}/tutorial/quick_start`);
  });
});

describe('A link to an entry of the API reference', () => {
  const link = (page: Page) => page.locator('[data-article] a.api-link[href$="#tvm.build"]').first();
  const TEXT = '/docs/tutorial/tensor_expr';

  it('shows under the pointer and at the focus what it leads to, and nothing is loaded before', async () => {
    const page = await site.newPage(DESKTOP);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await site.visit(page, TEXT);
    expect(loaded.filter((path) => /preview|reference/.test(path))).toEqual([]);
    await link(page).scrollIntoViewIfNeeded();
    await link(page).hover();
    const preview = page.locator('#entry-preview');
    await preview.waitFor();
    expect(await preview.locator('code').textContent()).toMatch(/^tvm\.build\(/);
    expect((await preview.locator('p').textContent())!.length).toBeGreaterThan(5);
    await page.keyboard.press('Escape');
    await preview.waitFor({state: 'detached'});
    await page.mouse.move(5, 5);
    await link(page).focus();
    await preview.waitFor();
  });

  it('opens a sheet on a phone, from which a button leads there', async () => {
    const page = await site.open(TEXT, {...PHONE, hasTouch: true, isMobile: true});
    await link(page).scrollIntoViewIfNeeded();
    await link(page).tap();
    const sheet = page.locator('dialog.entry-sheet');
    await sheet.waitFor();
    expect(await sheet.locator('code').first().textContent()).toMatch(/^tvm\.build\(/);
    expect(new URL(page.url()).pathname).toBe(TEXT);
    await sheet.getByRole('button', {name: '打开条目'}).tap();
    await page.waitForURL(`**${ENTRY}`);
  });
});

describe('The parts of the documentation', () => {
  const marked = (page: Page) =>
    page.locator('.navbar__items:not(.navbar__items--right) .navbar__link--active').allTextContents();
  const sections = (page: Page) =>
    page.locator('.theme-doc-sidebar-menu > .theme-doc-sidebar-item-category > div > a').allTextContents();

  it('are in the bar, which marks the one that is read', async () => {
    const page = await site.open('/docs/tutorial/quick_start', DESKTOP);
    expect(await marked(page)).toEqual(['查看文档', '教程']);
    await page.locator('.navbar').getByRole('link', {name: '参考', exact: true}).click();
    await page.waitForURL('**/docs/reference/api/python');
    await expect.poll(() => marked(page)).toEqual(['查看文档', '参考']);
  });

  it('lead to those of the version that is read', async () => {
    const page = await site.open(`${OLDEST.path}/tutorial/quick_start`, DESKTOP);
    const bar = page.locator('.navbar');
    expect(await bar.getByRole('link', {name: '指南', exact: true}).getAttribute('href')).toBe(
      `${OLDEST.path}/how_to`,
    );
  });

  it('stand beside the text one at a time, and all beside the main page', async () => {
    const page = await site.open('/docs/arch/pass_infra', DESKTOP);
    expect(await sections(page)).toEqual(['架构', '开发者指南', '参与贡献']);
    await site.visit(page, '/docs');
    expect((await sections(page)).length).toBeGreaterThan(6);
  });

  it('lead from the reference of the language to that of the API', async () => {
    const page = await site.open('/docs/reference/publications', DESKTOP);
    expect(await page.locator('.theme-doc-sidebar-menu a[href="/docs/reference/api/python"]').count()).toBe(
      1,
    );
  });
});

describe('The home page', () => {
  it('shows the code, the loops and the figures of a lesson, and leads to it', async () => {
    const page = await site.open('/', DESKTOP);
    const lesson = page.locator('section[aria-labelledby="what"]');
    expect(await lesson.locator('pre').nth(0).textContent()).toContain('te.compute(');
    expect(await lesson.locator('pre').nth(0).textContent()).not.toContain('gflops(');
    expect(await lesson.locator('pre').nth(1).textContent()).toContain('for k, j in T.grid(1024, 1024)');
    expect(await lesson.locator('svg rect').count()).toBeGreaterThan(3);
    expect(await lesson.locator('a').first().getAttribute('href')).toBe('/docs/tutorial/tensor_expr');
  });

  it('leads in four ways, and to the reference, the posts and the changes', async () => {
    const page = await site.open('/', DESKTOP);
    expect(await page.locator('.home-ways a').count()).toBe(4);
    for (const address of ['/docs/reference/api/python', '/blog', '/updates']) {
      expect(await page.locator(`main a[href="${address}"]`).count(), address).toBe(1);
      expect(await page.locator(`.navbar a[href="${address}"]`).count(), address).toBe(1);
      expect(await page.locator(`.footer a[href="${address}"]`).count(), address).toBe(1);
    }
  });
});

import type {BrowserContextOptions, Locator, Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD, pageWithMost} from './support/pages';
import {scrollTo} from './support/scroll';
import {TestSite} from './support/site';
import {ARTICLE, articleOf} from './support/article';

const PAGE = '/docs/tutorial/quick_start';
const PICTURES = '/docs/tutorial/uma';
/** Has blocks of code so long that they are folded. */
const LONG_CODE = pageWithMost('code--long');
const TABLES = '/docs/arch/pass_infra';
const MOBILE = {viewport: {width: 390, height: 844}};
const CLIPBOARD = {permissions: ['clipboard-read', 'clipboard-write']};

const site = new TestSite(() => BUILD);

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

describe('code', () => {
  it('that is long is folded, and opens whole by keyboard without losing the place', async () => {
    const page = await site.open(LONG_CODE);
    const block = page.locator('.code--long').first();
    const pre = block.locator('pre');
    const height = () => pre.evaluate((element) => [element.clientHeight, element.scrollHeight]);
    // A block that is far away is not laid out.
    await block.scrollIntoViewIfNeeded();
    await expect.poll(async () => (await height())[1]).toBeGreaterThan((await height())[0]!);
    const button = block.getByRole('button', {name: /^展开全部 \d+ 行$/});
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await button.focus();
    await page.keyboard.press('Enter');
    await button.waitFor({state: 'hidden'});
    const [open, all] = await height();
    expect(open).toBe(all);
    expect(await block.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  });

  it('keeps the focus when it is unfolded, also where its lines are wrapped and nothing scrolls', async () => {
    const page = await site.open(LONG_CODE);
    const block = page.locator('.code--long').first();
    await block.scrollIntoViewIfNeeded();
    await block.locator('[data-code-action="wrap"]').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => block.locator('pre').getAttribute('tabindex')).toBeNull();
    await block.getByRole('button', {name: /^展开全部/}).focus();
    await page.keyboard.press('Enter');
    expect(await block.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  });

  it('is no stop of the Tab key once it is wrapped, also if the browser had left it out of the layout', async () => {
    const page = await site.open(LONG_CODE);
    const block = page.locator('.code--long').last();
    await articleOf(page).evaluate((article: HTMLElement) => (article.dataset.whole = ''));
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const [code, pre] = [block.locator('code'), block.locator('pre')];
    expect(await code.evaluate((element) => element.checkVisibility({contentVisibilityAuto: true}))).toBe(
      false,
    );
    expect(await pre.getAttribute('tabindex')).toBe('0');
    await block.locator('[data-code-action="wrap"]').evaluate((button: HTMLElement) => button.click());
    expect(await pre.getAttribute('tabindex')).toBeNull();
  });

  it('says to screen readers that it was copied', async () => {
    const page = await site.open(PAGE, CLIPBOARD);
    await page.locator('.code [data-code-action="copy"]:visible').first().press('Enter');
    await page.getByRole('status').filter({hasText: '已复制'}).waitFor({state: 'attached'});
  });
});

describe('the mark beside a heading', () => {
  it('goes there and copies the address, and says so', async () => {
    const page = await site.open(PAGE, CLIPBOARD);
    const link = page.locator('h2#导入编译运行 .hash-link');
    expect(await link.getAttribute('aria-label')).toBe('导入、编译、运行的直接链接');
    await link.focus();
    await page.waitForFunction(() => getComputedStyle(document.activeElement!).opacity === '1');
    // What is said for two seconds may be gone where a wait begins only after the key.
    const said = page.locator('h2#导入编译运行 .hash-link[data-done="已复制"]').waitFor();
    await link.press('Enter');
    await said;
    expect(await clipboard(page)).toBe(page.url());
    expect(decodeURIComponent(page.url())).toBe(`${site.origin}${PAGE}#导入编译运行`);
    await page.getByRole('status').filter({hasText: '已复制'}).waitFor({state: 'attached'});
    await page.locator('h2#导入编译运行 .hash-link:not([data-done])').waitFor();
  });

  it('is there without a pointer that hovers', async () => {
    const page = await site.open(PAGE, {...MOBILE, hasTouch: true, isMobile: true});
    expect(
      await page
        .locator('h2 .hash-link')
        .first()
        .evaluate((element) => getComputedStyle(element).opacity),
    ).toBe('1');
  });
});

describe('a picture', () => {
  const picture = (page: Page) => page.locator('[data-zoom]').first();
  const dialog = (page: Page) => page.locator('dialog.image-dialog');

  it('is enlarged by keyboard, by code that is fetched then, and Escape gives the focus back', async () => {
    const page = await site.open(PICTURES);
    await page.waitForLoadState('networkidle');
    const scripts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    const button = picture(page);
    const image = button.locator('img');
    const alt = await image.getAttribute('alt');
    expect(await button.getAttribute('aria-label')).toBe(`放大图片：${alt}`);
    const before = (await image.boundingBox())!;
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', {name: alt!}).waitFor();
    expect(scripts).toHaveLength(1);
    const after = (await dialog(page).locator('img').boundingBox())!;
    expect(after.width).toBeGreaterThan(before.width * 1.2);
    expect(after.width / after.height).toBeCloseTo(before.width / before.height, 1);
    expect(after.x).toBeGreaterThanOrEqual(0);
    expect(after.x + after.width).toBeLessThanOrEqual(1280);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({state: 'detached'});
    expect(await isFocused(button)).toBe(true);
  });

  it('is closed by its button and by a click', async () => {
    const page = await site.open(PICTURES);
    await picture(page).click();
    await dialog(page).getByRole('button', {name: '关闭'}).click();
    await dialog(page).waitFor({state: 'detached'});
    await picture(page).click();
    await dialog(page).locator('img').click();
    await dialog(page).waitFor({state: 'detached'});
  });

  it('is shown as large as it is on a small screen, and scrolls there', async () => {
    const page = await site.open(PICTURES, {...MOBILE, hasTouch: true, isMobile: true});
    const image = picture(page).locator('img');
    const width = Number(await image.getAttribute('width'));
    expect((await image.boundingBox())!.width).toBeLessThan(390);
    await picture(page).tap();
    const scroller = dialog(page).getByRole('group');
    await scroller.waitFor();
    expect((await dialog(page).locator('img').boundingBox())!.width).toBeCloseTo(width, 0);
    expect(await scroller.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
    expect((await scroller.boundingBox())!.width).toBeLessThanOrEqual(390);
    expect(await scroller.getAttribute('tabindex')).toBe('0');
  });
});

describe('the way back to the top', () => {
  const shown = (page: Page) => page.getByRole('button', {name: '回到顶部'}).isVisible();

  async function scroll(page: Page, ...tops: number[]): Promise<void> {
    for (const top of tops) {
      await page.evaluate(scrollTo, top);
    }
  }

  it('is offered to a reader who scrolls up far from the top', async () => {
    const page = await site.open(PAGE);
    await scroll(page, 1500, 1600);
    expect(await shown(page)).toBe(false);
    await scroll(page, 1500);
    await page.getByRole('button', {name: '回到顶部'}).waitFor();
    await scroll(page, 250);
    await page.getByRole('button', {name: '回到顶部'}).waitFor({state: 'hidden'});
  });

  it('leaves 0.85 of the way in each frame', async () => {
    const page = await site.open(PAGE);
    await scroll(page, 3000, 2900);
    const button = page.getByRole('button', {name: '回到顶部'});
    await button.waitFor();
    await page.evaluate(() => {
      const steps: [number, number][] = [];
      const scrollTo = window.scrollTo.bind(window) as (x: number, y: number) => void;
      window.scrollTo = ((x: number, y: number) => {
        steps.push([document.documentElement.scrollTop, y]);
        scrollTo(x, y);
      }) as typeof window.scrollTo;
      Object.assign(window, {steps});
    });
    await button.press('Enter');
    await page.waitForFunction(() => window.scrollY === 0);
    const steps = await page.evaluate(() => (window as unknown as {steps: [number, number][]}).steps);
    expect(steps.length).toBeGreaterThan(10);
    for (const [from, to] of steps) {
      expect(to).toBe(Math.floor(from * 0.85));
    }
  });
});

describe('a table', () => {
  const table = (page: Page) => page.locator('.table-scroll').last();

  /** The first table that does not fit. */
  async function wideTable(page: Page) {
    for (const box of await page.locator('.table-scroll').all()) {
      if (await box.evaluate(({scrollWidth, clientWidth}) => scrollWidth > clientWidth)) {
        return box;
      }
    }
    throw new Error('every table fits');
  }

  it('that is too wide scrolls inside itself, by keyboard as well', async () => {
    const page = await site.open(TABLES, MOBILE);
    const box = await wideTable(page);
    await box.scrollIntoViewIfNeeded();
    expect(await box.getAttribute('aria-label')).toBe('表格');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => box.evaluate(({scrollLeft}) => scrollLeft)).toBeGreaterThan(0);
  });

  it('that fits is no stop of the Tab key, and stays a table', async () => {
    const page = await site.open(TABLES);
    await table(page).scrollIntoViewIfNeeded();
    await expect.poll(() => table(page).getAttribute('tabindex')).toBeNull();
    expect(await page.getByRole('table').count()).toBeGreaterThan(0);
    await page.setViewportSize(MOBILE.viewport);
    const first = await wideTable(page);
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => first.getAttribute('tabindex')).toBe('0');
  });
});

describe('paper', () => {
  async function onPaper(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await site.open(path, options);
    await page.emulateMedia({media: 'print'});
    await page.setViewportSize({width: 794, height: 1123});
    return page;
  }

  it('has the article and nothing to press', async () => {
    const page = await onPaper(PAGE);
    for (const selector of [
      '.navbar',
      '.theme-announcement-bar',
      '.theme-doc-sidebar-container',
      '.table-of-contents',
      '.theme-doc-toc-mobile',
      '.theme-doc-breadcrumbs',
      '.theme-edit-this-page',
      '.pagination-nav',
      '.footer',
      '.code-actions',
      '.hash-link',
    ]) {
      for (const element of await page.locator(selector).all()) {
        expect(await element.isVisible(), selector).toBe(false);
      }
    }
    const article = (await articleOf(page).boundingBox())!;
    expect(article.width).toBeGreaterThan(700);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(794);
  });

  it.each(['no-preference', 'more'] as const)(
    'is white with dark ink, also from the dark mode, with contrast %s',
    async (contrast) => {
      const page = await onPaper(PAGE, {colorScheme: 'dark', contrast});
      expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
      const background = await page.evaluate(
        () => getComputedStyle(document.documentElement).backgroundColor,
      );
      expect(background).toBe('rgb(255, 255, 255)');
      const ink = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).color);
      expect(await ink(`${ARTICLE} p`)).toBe('rgb(31, 35, 40)');
      await site.visit(page, '/markdown-page');
      expect(await ink('main blockquote')).toBe('rgb(68, 73, 80)');
    },
  );

  it('has folded code and what is folded whole', async () => {
    const page = await onPaper(LONG_CODE);
    const [shown, whole] = await page
      .locator('.code--long pre')
      .first()
      .evaluate((element) => [element.clientHeight, element.scrollHeight]);
    expect(shown).toBe(whole);
    expect(await page.locator('.code-unfold').first().isVisible()).toBe(false);
    await page.goto(`${site.origin}/markdown-page`);
    expect(await page.locator('main details p').first().isVisible()).toBe(true);
  });

  it('has long lines of code whole', async () => {
    const page = await onPaper(PAGE);
    const boxes = await page
      .locator('.code pre')
      .evaluateAll((all) => all.map(({scrollWidth, clientWidth}) => scrollWidth - clientWidth));
    expect(boxes.length).toBeGreaterThan(5);
    expect(Math.max(...boxes)).toBeLessThanOrEqual(0);
  });

  it('can be printed', async () => {
    const page = await onPaper(PAGE);
    const pdf = await page.pdf({format: 'A4'});
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

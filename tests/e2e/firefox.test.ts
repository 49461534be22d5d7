import puppeteer, {type Browser, type Page} from 'puppeteer-core';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {findFirefox} from '../../tools/browser';
import {serveSite, type SiteServer} from '../../tools/server';
import {faultyLines, MARKS} from './support/lines';
import {BUILD} from './support/pages';
import {scrollTo} from './support/scroll';
import {ARTICLE, articleAt} from './support/article';

const PAGE = '/docs/tutorial/quick_start';
const NEXT = '/docs/tutorial/intro';
const LONG = '/docs/how_to/errors';

const firefox = findFirefox();
if (!firefox) {
  console.log(
    '没有找到 Firefox：跳过它的测试。办法：运行 npm run setup:tests，或用 FIREFOX_PATH 指明它在哪里',
  );
}

/** The behaviours of which a second engine has to show that they don't depend on the first. */
describe.skipIf(!firefox)('Firefox', () => {
  let server: SiteServer;
  let browser: Browser;
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    server = await serveSite(BUILD);
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: firefox!,
      protocolTimeout: 240_000,
    });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await resize({width: 1280, height: 900});
    errors = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  });

  afterEach(async () => {
    await page.evaluate(() => localStorage.clear());
    await page.close();
    expect(errors).toEqual([]);
  });

  /** Also in a Firefox that cannot be told which way its screen is turned, as its release of 2025 with long support. */
  async function resize(size: {width: number; height: number}): Promise<void> {
    await page.setViewport(size).catch((error: unknown) => {
      if (!String(error).includes('unknown command emulation.setScreenOrientationOverride')) {
        throw error;
      }
    });
  }

  async function visit(path: string): Promise<void> {
    await page.goto(server.origin + path);
    await page.waitForSelector('html[data-has-hydrated="true"]');
  }

  const until = (expression: string) => page.waitForFunction(expression);
  const pathname = () => page.evaluate(() => location.pathname);

  /** Scrolls to several places one after the other; the site hears of each. */
  async function scroll(...tops: number[]): Promise<void> {
    for (const top of tops) {
      await page.evaluate(scrollTo, top);
    }
  }

  it('follows links within the document, and goes back', async () => {
    await visit(PAGE);
    await page.evaluate(() => Object.assign(window, {sameDocument: true}));
    await page.$eval(`${ARTICLE} a[href="${NEXT}"]`, (link) => (link as HTMLElement).click());
    await page.waitForSelector(`${articleAt(NEXT)} p`);
    await page.evaluate(() => history.back());
    await page.waitForSelector(`${articleAt(PAGE)} p`);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  it('goes to headings past text that was never seen', async () => {
    await visit(LONG);
    const count = await page.$$eval('.table-of-contents a', (links) => links.length);
    for (let i = count - 6; i > 0; i -= 8) {
      const id = await page.$$eval(
        '.table-of-contents a',
        (links, i) => {
          (links[i] as HTMLElement).click();
          return decodeURIComponent((links[i] as HTMLAnchorElement).hash.slice(1));
        },
        i,
      );
      // What comes near is laid out in the next frames.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      const off = await page.$eval(
        `[id="${id}"]`,
        (target) =>
          target.getBoundingClientRect().top -
          parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) -
          parseFloat(getComputedStyle(target).scrollMarginTop),
      );
      expect(Math.abs(off), id).toBeLessThan(2);
    }
  });

  it('hides the bar while the reader scrolls down and shows it when they scroll up', async () => {
    await visit(PAGE);
    await scroll(500, 900);
    await until('document.querySelector(".navbar").getBoundingClientRect().bottom <= 0');
    await scroll(800);
    await until('document.querySelector(".navbar").getBoundingClientRect().top === 0');
  });

  it('opens a dropdown on Enter and closes it on a click outside', async () => {
    await visit(PAGE);
    const shown = (yes: boolean) =>
      until(
        `(getComputedStyle(document.querySelector('.navbar .dropdown__menu')).visibility === 'visible') === ${yes}`,
      );
    await page.focus('.navbar .dropdown > a');
    await page.keyboard.press('Enter');
    await shown(true);
    await page.mouse.click(640, 700);
    await shown(false);
  });

  it('locks the scroll under the sidebar of the mobile layout, and closes it on going back', async () => {
    await resize({width: 390, height: 844});
    await visit(NEXT);
    await page.$eval(`${ARTICLE} a[href="${PAGE}"]`, (link) => (link as HTMLElement).click());
    await page.waitForSelector(`${articleAt(PAGE)} p`);
    await page.click('.navbar__toggle');
    await page.waitForSelector('.navbar-sidebar--show');
    await until('getComputedStyle(document.body).overflowY === "hidden"');
    await page.evaluate(() => history.back());
    await until('!document.querySelector(".navbar-sidebar--show")');
    expect(await pathname()).toBe(PAGE);
  });

  it('keeps the colour mode that the reader chose', async () => {
    await visit('/about');
    const before = await page.$eval('html', (html) => html.dataset.theme);
    await page.click('.navbar [class*="colorModeToggle"] button');
    await until(`localStorage.getItem('theme') !== null`);
    for (let i = 0; i < 2; i++) {
      const stored = await page.evaluate(() => localStorage.getItem('theme'));
      if (stored && stored !== before) {
        break;
      }
      await page.click('.navbar [class*="colorModeToggle"] button');
    }
    const chosen = await page.$eval('html', (html) => html.dataset.theme);
    await visit('/about');
    expect(await page.$eval('html', (html) => html.dataset.theme)).toBe(chosen);
  });

  it('closes the announcement for good', async () => {
    await visit('/about');
    await page.click('.theme-announcement-bar .close');
    await until('!document.querySelector(".theme-announcement-bar")');
    await visit(PAGE);
    expect(await page.$('.theme-announcement-bar')).toBeNull();
  });

  it('finds text, and goes to the place', async () => {
    await visit(PAGE);
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('.DocSearch-Input');
    // At once: the results of what was typed before would be another query's.
    await page.evaluate(() => document.execCommand('insertText', false, '算子融合'));
    await page.waitForSelector('.DocSearch-Hit a');
    const href = await page.$eval('.DocSearch-Hit a', (link) => link.getAttribute('href')!);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.DocSearch-Input', {hidden: true});
    await until(`decodeURI(location.pathname + location.hash) === ${JSON.stringify(decodeURI(href))}`);
  });

  it('enlarges a picture by keyboard, and Escape gives the focus back', async () => {
    await visit('/docs');
    await page.focus('[data-zoom]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open] img');
    await page.keyboard.press('Escape');
    await until('!document.querySelector("dialog")');
    expect(await page.evaluate(() => document.activeElement!.hasAttribute('data-zoom'))).toBe(true);
  });

  it('says that code was copied', async () => {
    await visit(PAGE);
    await page.focus('.code:not(details *) [data-code-action="copy"]');
    const said = page.waitForSelector('.code:not(details *) [data-code-action="copy"][data-done]');
    await page.keyboard.press('Enter');
    await said;
  });

  it('opens and closes details smoothly', async () => {
    await visit('/markdown-page');
    await page.focus('main summary');
    await page.keyboard.press('Enter');
    await until('document.querySelector("main details").open');
    await until('document.querySelector("main details").getAnimations().length === 0');
    await page.keyboard.press('Enter');
    await until('!document.querySelector("main details").open');
  });

  it('scrolls a wide table inside itself', async () => {
    await resize({width: 390, height: 844});
    await visit(PAGE);
    await page.waitForSelector('.table-scroll[tabindex="0"]');
    const [content, window] = await page.$eval('html', (html) => [html.scrollWidth, html.clientWidth]);
    expect(content).toBe(window);
  });

  it('has no mark at the wrong end of a line of Chinese', async () => {
    await resize({width: 390, height: 844});
    await visit(PAGE);
    const {lines, faults} = await page.evaluate(faultyLines, MARKS);
    expect(lines).toBeGreaterThan(40);
    expect(faults).toEqual([]);
  });

  it('shows the formulas in their own face', async () => {
    await visit('/markdown-page');
    await page.$eval('.katex', (formula) => formula.scrollIntoView());
    await until('getComputedStyle(document.querySelector(".katex")).fontFamily.includes("KaTeX")');
    await until('document.fonts.check("16px KaTeX_Main")');
  });
});

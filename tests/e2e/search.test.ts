import type {Browser, BrowserContext, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {serveSite, type SiteServer} from '../../tools/server';
import {startBrowser} from './support/browser';
import {BUILD} from './support/pages';

const PAGE = '/docs/tutorial/quick_start';
const INPUT = '.DocSearch-Input';
const RECENT = '__DOCSEARCH_RECENT_SEARCHES__embedded';
const FAVORITE = '__DOCSEARCH_FAVORITE_SEARCHES__embedded';

let server: SiteServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  server = await serveSite(BUILD);
  browser = await startBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  context = await browser.newContext({locale: 'zh-CN', viewport: {width: 1280, height: 900}});
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
});

afterEach(() => context.close());

async function visit(path: string): Promise<void> {
  await page.goto(server.origin + path);
  await page.locator('html[data-has-hydrated="true"]').waitFor();
}

async function openWith(key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.locator(INPUT).waitFor();
}

async function ask(query: string): Promise<void> {
  await page.locator(INPUT).fill(query);
  await page.locator('.DocSearch-Hit').first().waitFor();
}

describe('opening', () => {
  it.each(['Control+k', 'Meta+k', '/'])('opens with %s', async (key) => {
    await visit(PAGE);
    await openWith(key);
    expect(await page.getByRole('dialog', {name: '搜索'}).count()).toBe(1);
  });

  it('opens by the button and gives it the focus back on Escape, with an empty query the next time', async () => {
    await visit(PAGE);
    const button = page.getByRole('button', {name: '搜索'});
    await button.click();
    await page.locator(INPUT).fill('融合');
    await page.keyboard.press('Escape');
    await page.locator(INPUT).waitFor({state: 'detached'});
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await openWith('/');
    expect(await page.locator(INPUT).inputValue()).toBe('');
  });

  it('leaves a slash alone in a field', async () => {
    await visit('/search');
    await page.locator('main input[name=q]').press('/');
    expect(await page.locator('main input[name=q]').inputValue()).toBe('/');
    expect(await page.locator(INPUT).count()).toBe(0);
  });

  it('loads nothing of search before', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await visit(PAGE);
    await page.waitForLoadState('networkidle');
    expect(requests.filter((url) => /pagefind|docsearch/i.test(url))).toEqual([]);
  });

  it('takes the selected text, cut to 64 characters', async () => {
    await visit(PAGE);
    await page.evaluate(() => getSelection()!.selectAllChildren(document.querySelector('[data-article]')!));
    await openWith('Control+k');
    const value = await page.locator(INPUT).inputValue();
    expect(value.length).toBeGreaterThan(10);
    expect(value.length).toBeLessThanOrEqual(64);
  });

  it('takes no more than 64 characters', async () => {
    await visit(PAGE);
    await openWith('/');
    await page.locator(INPUT).pressSequentially('a'.repeat(70));
    expect((await page.locator(INPUT).inputValue()).length).toBe(64);
  });
});

describe('answers', () => {
  it('finds a phrase, marks it, and goes to the section', async () => {
    await visit(PAGE);
    await openWith('/');
    await ask('算子融合');
    const first = page.locator('.DocSearch-Hit').first();
    expect(await first.locator('mark').first().textContent()).toMatch(/算子|融合/);
    const href = await first.locator('a').getAttribute('href');
    await page.keyboard.press('Enter');
    await page.locator(INPUT).waitFor({state: 'detached'});
    await page.waitForURL((url) => decodeURIComponent(url.pathname + url.hash) === decodeURIComponent(href!));
  });

  it('stays within the version being read', async () => {
    await visit('/docs/0.12.0/tutorial/quick_start');
    await openWith('/');
    await ask('relay.build');
    const links = await page
      .locator('.DocSearch-Hit a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
    expect(links.filter((link) => !/^\/(docs\/0\.12\.0|blog|about|markdown-page)/.test(link))).toEqual([]);
  });

  it('says that there is nothing, with a way to tell', async () => {
    await visit(PAGE);
    await openWith('/');
    await page.locator(INPUT).fill('zzqqxxyy');
    await page.locator('.DocSearch-NoResults').waitFor();
    expect(await page.locator('.DocSearch-NoResults').textContent()).toContain('zzqqxxyy');
    expect(await page.locator('.DocSearch-NoResults a').getAttribute('href')).toContain('/issues/new?');
  });

  it('leaves the modifiers their meaning', async () => {
    await visit(PAGE);
    await openWith('/');
    await ask('relay.build');
    const before = page.url();
    await page.keyboard.press('Alt+Enter');
    expect(page.url()).toBe(before);
    const [tab] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    expect(tab.url()).not.toBe('');
    expect(page.url()).toBe(before);
  });

  it('does not choose a result with the Enter that ends a composition', async () => {
    await visit(PAGE);
    await openWith('/');
    await ask('relay.build');
    const before = page.url();
    await page.locator(INPUT).evaluate((input) => {
      input.dispatchEvent(
        new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, bubbles: true, cancelable: true}),
      );
    });
    expect(page.url()).toBe(before);
    expect(await page.locator(INPUT).count()).toBe(1);
  });

  it('says so when the index cannot be fetched', async () => {
    await context.route('**/pagefind/**', (route) => route.abort());
    await visit(PAGE);
    await openWith('/');
    await page.locator(INPUT).fill('relay');
    await page.locator('.DocSearch-ErrorScreen').waitFor();
    expect(await page.locator('.DocSearch-ErrorScreen').textContent()).toContain('无法获取结果');
  });
});

describe('what is remembered', () => {
  it('keeps at most seven searches', async () => {
    await visit(PAGE);
    const entries = Array.from({length: 12}, (_, i) => ({
      objectID: `id${i}`,
      url: `/docs#${i}`,
      type: 'lvl1',
      hierarchy: {lvl0: 'A', lvl1: `搜索 ${i}`},
      content: null,
    }));
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key!, value!),
      [RECENT, JSON.stringify(entries)],
    );
    await openWith('/');
    await page.locator('.DocSearch-Hit').first().waitFor();
    expect(await page.locator('.DocSearch-Hit').count()).toBe(7);
  });

  it.each([
    'rubbish',
    '[1, null, {"url": 3}]',
    '{"a": 1}',
    '[{"objectID":"a","url":"javascript:alert(1)","type":"lvl1","hierarchy":{"lvl1":"x"}}]',
  ])('takes %s for empty', async (stored) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await visit(PAGE);
    await page.evaluate(
      ([a, b, value]) => {
        localStorage.setItem(a!, value!);
        localStorage.setItem(b!, value!);
      },
      [RECENT, FAVORITE, stored],
    );
    await openWith('/');
    await page.locator('.DocSearch-StartScreen').waitFor();
    expect(errors).toEqual([]);
  });

  it('renders no markup that was stored', async () => {
    await visit(PAGE);
    const entry = {
      objectID: 'a',
      url: '/docs',
      type: 'lvl1',
      hierarchy: {lvl0: 'A', lvl1: '<img src=x onerror="window.poisoned=true">'},
      content: null,
    };
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key!, value!),
      [RECENT, JSON.stringify([entry])],
    );
    await openWith('/');
    await page.locator('.DocSearch-Hit').first().waitFor();
    expect(await page.locator('.DocSearch-Hit img').count()).toBe(0);
    expect(await page.evaluate(() => 'poisoned' in window)).toBe(false);
  });
});

describe('the search page', () => {
  it('answers the query of its address, in the version that is chosen', async () => {
    await visit(`/search?q=${encodeURIComponent('算子融合')}`);
    await page.locator('main h2').first().waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(/\d+ 个结果/);
    await page.getByLabel('版本').selectOption({label: '0.12.0'});
    await page.locator('main h2 a[href^="/docs/0.12.0"]').first().waitFor();
  });

  it.each(['<img src=x onerror=window.poisoned=1>', 'a'.repeat(10_000), '🎉🎉', '%'])(
    'stands the query %.20s',
    async (query) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await visit(`/search?q=${query === '%' ? '%E0%A4%A' : encodeURIComponent(query)}`);
      await page.getByRole('status').waitFor();
      expect(errors).toEqual([]);
      expect(await page.evaluate(() => 'poisoned' in window)).toBe(false);
      expect((await page.locator('main input[name=q]').inputValue()).length).toBeLessThanOrEqual(64);
    },
  );
});

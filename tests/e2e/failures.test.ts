import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {followLink, HYDRATED, MAIN_SCRIPT, RUNTIME_SCRIPT, TestSite} from './support/site';
import {articleAt, articleOf} from './support/article';
import {OLDER} from '../support/releases';

const PAGE = '/docs/tutorial/quick_start';
const LOST = '#page-lost';
const WRONG_BASE = '#wrong-base-url';

const site = new TestSite(() => BUILD);
/** The build is for `/`, and stands below another path. */
const elsewhere = new TestSite(() => BUILD, {mount: '/sub/site'});

async function articleText(page: Page): Promise<string> {
  return articleOf(page).innerText();
}

describe('the code of a page', () => {
  it('is fetched while the page is shown, and runs when it can be seen', async () => {
    const page = await site.newPage();
    // Without the last resort of browsers that keep their timing to themselves.
    await page.addInitScript(() => {
      const original = window.setTimeout;
      window.setTimeout = ((act: () => void, ms?: number) =>
        ms === 300 ? 0 : original(act, ms)) as typeof setTimeout;
      new MutationObserver((records) => {
        const isCode = (node: Node) => node instanceof HTMLScriptElement && node.src.endsWith('.js');
        if (records.some(({addedNodes}) => [...addedNodes].some(isCode))) {
          performance.mark('code');
        }
      }).observe(document, {subtree: true, childList: true});
    });
    await site.visit(page, PAGE);
    const [painted, runs, asked] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      performance.getEntriesByName('code')[0]!.startTime,
      performance.getEntriesByType('resource').find(({name}) => name.endsWith('.js'))!.startTime,
    ]);
    expect(runs).toBeGreaterThanOrEqual(painted!);
    expect(asked).toBeLessThan(runs!);
  });

  it('comes too where the browser does not say when the page can be seen', async () => {
    const page = await site.newPage();
    await page.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => undefined;
    });
    await site.visit(page, PAGE);
    expect(await page.locator(LOST).count()).toBe(0);
  });
});

describe('code that is lost on the first load', () => {
  it.each([
    ['a chunk of the page', (url: string) => !MAIN_SCRIPT.test(url) && !RUNTIME_SCRIPT.test(url)],
    ['the main bundle', (url: string) => MAIN_SCRIPT.test(url)],
    ['the runtime', (url: string) => RUNTIME_SCRIPT.test(url)],
  ])('%s leaves the article readable and offers to retry', async (_, isLost) => {
    const page = await site.newPage();
    let lost = true;
    await page.route('**/assets/js/*.js', (route) =>
      lost && isLost(route.request().url()) ? route.abort() : route.fallback(),
    );
    await site.go(page, PAGE);
    const notice = page.locator(LOST);
    await notice.waitFor();
    expect(await notice.getAttribute('role')).toBe('alert');
    expect(await notice.innerText()).toContain('文字可以照常阅读');
    expect((await articleText(page)).length).toBeGreaterThan(500);
    expect(await page.locator(WRONG_BASE).count()).toBe(0);
    lost = false;
    await notice.getByRole('button', {name: '重试'}).click();
    await page.locator(HYDRATED).waitFor();
    expect(await notice.count()).toBe(0);
  });

  it('is not said of a page that loads', async () => {
    const page = await site.open(PAGE);
    expect(await page.locator(`${LOST}, ${WRONG_BASE}`).count()).toBe(0);
  });
});

describe('a wrong base URL', () => {
  it.each(['/', '/docs', PAGE, '/blog', OLDER.path, '/nowhere/at/all'])(
    'is named on %s with the right one',
    async (path) => {
      const page = await elsewhere.newPage();
      await elsewhere.go(page, `/sub/site${path}`);
      const banner = page.locator(WRONG_BASE);
      await banner.waitFor();
      const text = await banner.innerText();
      expect(text).toContain('站点没有正常载入');
      expect(text).toContain('现在的 baseUrl：/\n');
      // Of an address without a page only a guess is possible.
      expect(text).toContain(path.startsWith('/nowhere') ? '建议改为：/sub/' : '建议改为：/sub/site/');
      expect(await banner.evaluate((element) => getComputedStyle(element).borderColor)).toBe(
        'rgb(255, 0, 0)',
      );
      expect((await page.locator('main').innerText()).length).toBeGreaterThan(50);
    },
  );
});

describe('the network', () => {
  it('that is gone makes the browser say so, and the page is there when it is back', async () => {
    const page = await site.open(PAGE);
    await page.context().setOffline(true);
    await followLink(page, '/docs/install');
    await page.waitForURL((url) => !url.href.includes(PAGE));
    await page.context().setOffline(false);
    await site.visit(page, '/docs/install');
    expect((await articleText(page)).length).toBeGreaterThan(100);
  });

  it('that is slow shows the page that is left and a bar until the next one is there', async () => {
    const page = await site.open(PAGE);
    const client = await page.context().newCDPSession(page);
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 1500,
      downloadThroughput: 40_000,
      uploadThroughput: 40_000,
    });
    await followLink(page, `${OLDER.path}/install`);
    await page.locator('#nprogress .bar').waitFor();
    expect(await page.locator(articleAt(PAGE)).count()).toBe(1);
    await page.locator(articleAt(`${OLDER.path}/install`)).waitFor();
    await page.locator('#nprogress').waitFor({state: 'detached'});
  });
});

describe('an address without a page', () => {
  const PATH = `${OLDER.path}/how-to/deploy/cpp_deploys?x=1`;

  it('asks to tell the owner of the linking site', async () => {
    const page = await site.open('/nowhere');
    expect(await page.locator('main h1').innerText()).toBe('找不到页面');
    expect(await page.locator('main').innerText()).toContain('他们的链接失效了');
  });

  it('is rendered for its address without an error', async () => {
    const page = await site.newPage();
    const log = site.watch(page);
    await site.visit(page, PATH);
    expect(await page.locator('.navbar').getByRole('button', {name: OLDER.release}).count()).toBe(1);
    expect(log.errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
  });

  it('offers a search with the words of the address', async () => {
    const page = await site.open(PATH);
    const field = page.locator('main').getByRole('searchbox', {name: '搜索文档'});
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main input')?.value);
    expect(await field.inputValue()).toBe('how to deploy cpp deploys');
    await field.press('Enter');
    await page.waitForURL('**/search?q=how+to+deploy+cpp+deploys');
  });

  it('offers the nearest pages, best first, and leads to them', async () => {
    const page = await site.open(`${OLDER.path}/tutorial/quickstart`);
    const links = page.locator('main section li');
    await links.first().waitFor();
    expect(await links.count()).toBeLessThanOrEqual(5);
    expect(await links.first().innerText()).toContain(OLDER.release);
    await links.first().getByRole('link').click();
    await page.locator(articleAt(`${OLDER.path}/tutorial/quick_start`)).waitFor();
  });

  it('offers nothing that is far from it', async () => {
    const page = await site.open('/qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq');
    await page.waitForLoadState('networkidle');
    expect(await page.locator('main section').count()).toBe(0);
  });
});

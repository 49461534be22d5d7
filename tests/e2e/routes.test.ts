import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {followLink, hold, TestSite} from './support/site';
import {ARTICLE, articleAt, articleOf} from './support/article';
import {OLDER} from '../support/releases';

const START = '/docs/tutorial/quick_start';
const NEXT = '/docs/install';

const site = new TestSite(() => BUILD);
/** As on hosts that know only files and answer everything else with the page of missing pages. */
const files = new TestSite(() => BUILD, {redirects: false});

function heading(page: Page): Promise<string> {
  return page.locator('main h1').innerText();
}

async function headingOf(path: string): Promise<string> {
  return heading(await site.open(path));
}

/** Holds back the article of a page, without which it can't be shown. */
function holdArticle(page: Page, path: string): Promise<() => void> {
  return hold(page, (request) => !request.isNavigationRequest() && new URL(request.url()).pathname === path);
}

function arrive(page: Page, path: string): Promise<unknown> {
  return page.locator(articleAt(path)).waitFor();
}

describe('an address that no route has', () => {
  it.each([
    ['/docs/index', '/docs'],
    ['/docs/index.html', '/docs'],
    [`${START}.html`, START],
    [`${START}/index`, START],
    [`${OLDER.path}/index`, OLDER.path],
  ])('%s loses its ending and shows %s', async (address, path) => {
    const page = await files.open(address);
    expect(await heading(page)).toBe(await headingOf(path));
    expect((await articleOf(page).innerText()).length).toBeGreaterThan(100);
    expect(await page.locator(`nav.menu a[aria-current=page]`).getAttribute('href')).toBe(path);
  });

  it('loses its ending on a client navigation', async () => {
    const page = await site.open(START);
    await page.evaluate(() => Object.assign(window, {marker: true}));
    await followLink(page, '/docs/index');
    await arrive(page, '/docs');
    expect(await page.evaluate(() => 'marker' in window)).toBe(true);
  });

  it('leads to the canonical one on the server of the project', async () => {
    const page = await site.open('/docs/index?a=1');
    expect(page.url()).toBe(`${site.origin}/docs?a=1`);
  });

  it.each(['/docs/%E0%A4%A', '/%', '/docs/100%'])(
    '%s can not be decoded and is not found',
    async (address) => {
      const page = await site.newPage();
      const log = site.watch(page);
      const response = await page.goto(site.origin + address);
      expect(response?.status()).toBe(404);
      await page.locator('html[data-has-hydrated="true"]').waitFor();
      expect(await heading(page)).toBe('找不到页面');
      expect(log.errors.filter((error) => !error.includes('404'))).toEqual([]);
    },
  );

  it('that can not be decoded is not found on a client navigation', async () => {
    const page = await site.open(START);
    const log = site.watch(page);
    await followLink(page, '/docs/%E0%A4%A');
    await page.getByRole('heading', {level: 1, name: '找不到页面'}).waitFor();
    await page.locator('html[data-has-hydrated="true"]').waitFor();
    expect(log.errors.filter((error) => !error.includes('404'))).toEqual([]);
  });

  it('whose decoded form can not be decoded again is not found on a client navigation', async () => {
    const page = await site.open(START);
    const log = site.watch(page);
    await followLink(page, '/docs/100%25');
    await page.getByRole('heading', {level: 1, name: '找不到页面'}).waitFor();
    expect(log.errors).toEqual([]);
  });
});

describe('a route change', () => {
  it('shows the old page until the next one is there', async () => {
    const page = await site.open(START);
    const before = await heading(page);
    const release = await holdArticle(page, NEXT);
    await followLink(page, NEXT);
    await page.waitForURL(`**${NEXT}`);
    expect(await heading(page)).toBe(before);
    expect(await page.locator(articleAt(START)).count()).toBe(1);
    release();
    await arrive(page, NEXT);
    expect(await heading(page)).not.toBe(before);
  });

  it('goes to the top, or to the target of the hash', async () => {
    const page = await site.open(START);
    await page.evaluate(() => scrollTo(0, 600));
    await followLink(page, NEXT);
    await arrive(page, NEXT);
    expect(await page.evaluate(() => scrollY)).toBe(0);

    const hash = await page.locator(`${ARTICLE} h2[id]`).nth(1).getAttribute('id');
    await followLink(page, START);
    await arrive(page, START);
    await followLink(page, `${NEXT}#${encodeURIComponent(hash!)}`);
    await arrive(page, NEXT);
    const {y, padding} = await page.evaluate((id) => {
      const {y} = document.getElementById(id)!.getBoundingClientRect();
      return {y, padding: parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)};
    }, hash!);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
    expect(Math.abs(y - padding)).toBeLessThan(padding + 2);
  });

  it('gives each entry of the history a key of 6 characters', async () => {
    const page = await site.open(START);
    await followLink(page, NEXT);
    await arrive(page, NEXT);
    expect(await page.evaluate(() => (history.state as {key: string}).key)).toMatch(/^[\da-z]{6}$/);
  });

  it('brings its code and the data of its version when it is wanted', async () => {
    const page = await site.open('/about');
    await page.waitForLoadState('networkidle');
    let scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') {
        scripts.push(response.text());
      }
    });
    await followLink(page, `${OLDER.path}/install`);
    await arrive(page, `${OLDER.path}/install`);
    const loaded = await Promise.all(scripts);
    expect(loaded.length).toBeGreaterThan(1);
    expect(
      loaded.filter((code) => code.includes(`version:"${OLDER.release}",label:"${OLDER.release}"`)),
    ).toHaveLength(1);
    scripts = [];
    await followLink(page, `${OLDER.path}/tutorial`);
    await arrive(page, `${OLDER.path}/tutorial`);
    expect(scripts).toEqual([]);
  });

  it('loads the page anew when its article does not come', async () => {
    const page = await site.open(START);
    await page.evaluate(() => Object.assign(window, {marker: true}));
    await page.route(`**${NEXT}`, (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    );
    await followLink(page, NEXT);
    await arrive(page, NEXT);
    expect(await page.evaluate(() => 'marker' in window)).toBe(false);
  });

  it('loads the page anew when its chunk does not come', async () => {
    const page = await site.newPage();
    let blocked = false;
    await page.route('**/*', (route) => {
      const request = route.request();
      blocked &&= !request.isNavigationRequest();
      const early = request.headers()['sec-purpose'] === 'prefetch';
      return early || (blocked && request.resourceType() === 'script') ? route.abort() : route.fallback();
    });
    await site.visit(page, '/about');
    await page.evaluate(() => Object.assign(window, {marker: true}));
    blocked = true;
    await page.locator('.navbar').getByRole('link', {name: '文档'}).click();
    await arrive(page, '/docs');
    expect(await page.evaluate(() => 'marker' in window)).toBe(false);
  });
});

describe('the progress bar', () => {
  const BAR = '#nprogress .bar';

  /** A page whose clock stands still, and which draws the highest random numbers. */
  async function openWithClock(): Promise<Page> {
    const page = await site.newPage();
    await page.clock.install({time: '2025-01-01T00:00:00Z'});
    await page.addInitScript(() => {
      Math.random = () => 0.999999;
    });
    await site.visit(page, START);
    await page.clock.pauseAt('2025-01-01T02:00:00Z');
    return page;
  }

  it('comes after 200 ms, begins at 0.08, and grows by at most 0.02 every 800 ms', async () => {
    const page = await openWithClock();
    const release = await holdArticle(page, NEXT);
    await followLink(page, NEXT);
    await page.waitForURL(`**${NEXT}`);
    await page.clock.runFor(199);
    expect(await page.locator(BAR).count()).toBe(0);
    await page.clock.runFor(1);
    const {transform, transition} = await page.locator(BAR).evaluate((bar: HTMLElement) => bar.style);
    expect([transform, transition]).toEqual(['translate3d(-92%, 0px, 0px)', '200ms']);
    await page.clock.runFor(799);
    expect(await page.locator(BAR).evaluate((bar) => bar.style.transform)).toContain('-92%');
    await page.clock.runFor(1);
    const grown = await page.locator(BAR).evaluate((bar) => bar.style.transform);
    expect(Number(/-([\d.]+)%/.exec(grown)?.[1])).toBeCloseTo(90, 3);
    release();
    await arrive(page, NEXT);
    await page.clock.runFor(1000);
    expect(await page.locator(BAR).count()).toBe(0);
  });

  it('does not come for a page that is there before', async () => {
    const page = await openWithClock();
    await followLink(page, NEXT);
    await arrive(page, NEXT);
    await page.clock.runFor(2000);
    expect(await page.locator(BAR).count()).toBe(0);
  });
});

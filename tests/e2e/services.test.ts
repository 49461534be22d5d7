import fs from 'node:fs';
import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {fixtureSite} from './support/fixtureSite';
import {BUILD} from './support/pages';
import {followLink, TestSite} from './support/site';
import {articleAt} from './support/article';

/** Addresses of other hosts that the site is told to use; no test lets the browser reach them. */
const HOSTS = {
  analytics: 'https://analytics.example.com/script.js',
  kit: 'https://use.typekit.net/abc1def.js',
  math: 'https://cdn.example.com/katex/katex.min.css',
  gtag: 'https://www.googletagmanager.com/gtag/js?id=G-AAAAAAAAAA',
};

const site = fixtureSite(
  (fixture) =>
    fixture.change({
      'src/pages/math.md':
        '---\ntitle: 公式\ndescription: 小站点里有公式的一页\n---\n\n# 公式\n\n$a^2 + b^2 = c^2$\n\n[更新](/updates)\n',
    }),
  {
    GTAG_TRACKING_IDS: 'G-AAAAAAAAAA,G-BBBBBBBBBB',
    ANALYTICS_SCRIPT_URL: HOSTS.analytics,
    ANALYTICS_DOMAIN: 'docs.example.com',
    FONT_KIT_ID: 'abc1def',
    MATH_STYLESHEET_URL: HOSTS.math,
  },
);
/** With nothing configured. */
const plain = new TestSite(() => BUILD);

describe('page views', () => {
  it('are sent to gtag once a change, with path, query and hash', async () => {
    const page = await site.newPage();
    await page.route(HOSTS.gtag, (route) => route.fulfill({contentType: 'text/javascript', body: ''}));
    await site.visit(page, '/docs');
    const sent = () =>
      page.evaluate(() =>
        (window as unknown as {dataLayer: IArguments[]}).dataLayer
          .map((args) => Array.from(args) as unknown[])
          .filter(([command]) => command !== 'js'),
      );
    const first = await sent();
    // Without options: `anonymize_ip` is one.
    expect(first).toEqual([
      ['config', 'G-AAAAAAAAAA', {}],
      ['config', 'G-BBBBBBBBBB', {}],
    ]);
    const view = (path: string) => [
      ['set', 'page_path', path],
      ['event', 'page_view'],
    ];
    const hash = `#${encodeURIComponent('准备')}`;
    await followLink(page, `/docs/install?a=1${hash}`);
    await page.locator(articleAt('/docs/install')).waitFor();
    await expect.poll(sent).toEqual([...first, ...view(`/docs/install?a=1${hash}`)]);
    await page.goBack();
    await page.locator(articleAt('/docs')).waitFor();
    await expect.poll(sent).toEqual([...first, ...view(`/docs/install?a=1${hash}`), ...view('/docs')]);
  });

  it('are sent by the deferred script once a change, with path, query and hash', async () => {
    const page = await site.newPage();
    const sent: string[] = [];
    const tracker = fs
      .readFileSync(require.resolve('@plausible-analytics/tracker'), 'utf8')
      .replace(/export\s*\{[^}]*\};?\s*$/, '');
    await page.route(HOSTS.analytics, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `(() => {
          ${tracker}
          const {src, dataset} = document.currentScript;
          init({domain: dataset.domain, endpoint: new URL('/api/event', src).href, captureOnLocalhost: true});
        })();`,
      }),
    );
    await page.route(new URL('/api/event', HOSTS.analytics).href, (route) => {
      const {n, d, u} = JSON.parse(route.request().postData()!) as Record<string, string>;
      if (n === 'pageview') {
        sent.push(`${d} ${u!.replace(site.origin, '')}`);
      }
      return route.fulfill({status: 202, headers: {'access-control-allow-origin': '*'}, body: 'ok'});
    });
    await site.visit(page, '/docs?b=2');
    await followLink(page, '/docs/install?a=1#top');
    await page.locator(articleAt('/docs/install')).waitFor();
    await expect
      .poll(() => sent)
      .toEqual(['docs.example.com /docs?b=2', 'docs.example.com /docs/install?a=1#top']);
  });

  it('and everything else of other hosts are nothing where nothing is configured', async () => {
    const page = await plain.newPage();
    const log = plain.watch(page);
    await plain.visit(page, '/docs/tutorial/quick_start');
    await followLink(page, '/docs/install');
    await page.locator(articleAt('/docs/install')).waitFor();
    expect(log.foreign).toEqual([]);
    expect(await page.evaluate(() => 'gtag' in window || 'plausible' in window)).toBe(false);
    expect(await page.locator('html').getAttribute('class')).not.toContain('wf-');
    expect(await page.locator('script[data-domain], script[src*=typekit]').count()).toBe(0);
  });
});

describe('what other hosts give', () => {
  it('is an analytics script that is deferred, with the domain', async () => {
    const page = await site.open('/updates');
    const script = page.locator(`script[src="${HOSTS.analytics}"]`);
    expect(await script.evaluate((s: HTMLScriptElement) => [s.defer, s.dataset.domain])).toEqual([
      true,
      'docs.example.com',
    ]);
  });

  it('is a stylesheet for formulas, on the pages that have some', async () => {
    const page = await site.newPage();
    const {foreign} = site.watch(page);
    await site.visit(page, '/math');
    expect(await page.locator(`link[rel=stylesheet][href="${HOSTS.math}"]`).count()).toBe(1);
    expect(foreign).toContain(HOSTS.math);
    await site.visit(page, '/updates');
    expect(await page.locator(`link[href="${HOSTS.math}"]`).count()).toBe(0);
  });
});

describe('the web-font kit', () => {
  /** Opens a page whose clock stands still, and which notes when the script of the kit is added. */
  async function openWithKit(answer: 'never' | 'fails' | 'works'): Promise<Page> {
    const page = await site.newPage();
    await page.addInitScript((src) => {
      const added: string[] = [];
      Object.assign(window, {added});
      new MutationObserver((records) => {
        const scripts = records.flatMap(({addedNodes}) => [...addedNodes]);
        if (scripts.some((node) => (node as HTMLScriptElement).src === src)) {
          added.push(document.readyState);
        }
      }).observe(document, {childList: true, subtree: true});
    }, HOSTS.kit);
    await page.route(HOSTS.kit, async (route) => {
      if (answer === 'fails') {
        await route.abort();
      } else if (answer === 'works') {
        const body = `window.Typekit = {load() {
          document.documentElement.classList.replace('wf-loading', 'wf-active');
        }};`;
        await route.fulfill({contentType: 'text/javascript', body});
      }
    });
    await page.clock.install({time: '2025-01-01T00:00:00Z'});
    await page.clock.pauseAt('2025-01-01T01:00:00Z');
    await page.goto(site.origin + '/docs', {waitUntil: 'load'});
    // The page's first frame, after which the code of the site comes.
    await page.clock.runFor(100);
    await expect
      .poll(async () => {
        await page.clock.runFor(1);
        return classes(page);
      })
      .not.toEqual([]);
    return page;
  }

  const classes = (page: Page) =>
    page.evaluate(() => [...document.documentElement.classList].filter((name) => name.startsWith('wf-')));

  it('is loaded once after the page, and given up after 3000 ms', async () => {
    const page = await openWithKit('never');
    expect(await classes(page)).toEqual(['wf-loading']);
    // One of the 3000 may have passed while the loop above looked.
    await page.clock.runFor(2998);
    expect(await classes(page)).toEqual(['wf-loading']);
    await page.clock.runFor(2);
    expect(await classes(page)).toEqual(['wf-inactive']);
    await page.clock.resume();
    await followLink(page, '/docs/install');
    await page.locator(articleAt('/docs/install')).waitFor();
    await page.locator('html.docs-doc-id-install\\/index').waitFor();
    expect(await classes(page)).toEqual(['wf-inactive']);
    expect(await page.evaluate(() => (window as unknown as {added: string[]}).added)).toEqual(['complete']);
  });

  it('is given up at once when its script does not come', async () => {
    const page = await openWithKit('fails');
    await expect.poll(() => classes(page)).toEqual(['wf-inactive']);
  });

  it('says itself that it is active', async () => {
    const page = await openWithKit('works');
    await expect.poll(() => classes(page)).toEqual(['wf-active']);
    await page.clock.runFor(5000);
    expect(await classes(page)).toEqual(['wf-active']);
  });
});

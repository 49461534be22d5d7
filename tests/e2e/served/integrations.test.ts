import path from 'node:path';
import type {Browser, Route} from 'playwright-core';
import {afterAll, afterEach, beforeAll, describe, expect, it, vi} from 'vitest';
import {prepareDeployment, servingOf} from '../../../tools/deploy/prepare';
import {startNginx} from '../../../tools/deploy/startNginx';
import {rawRequest} from '../../support/rawRequest';
import type {SiteServer} from '../../../tools/server';
import {startBrowser} from '../../../tools/startBrowser';
import {FixtureSite} from '../../build/support/fixture';
import {buildFixture} from '../support/fixtureSite';
import {blockedHosts, watchPolicy} from '../support/policy';
import {HYDRATED} from '../support/site';

/** Every optional integration, each with the hosts that it needs. */
const INTEGRATIONS: Record<string, {variables: Record<string, string>; hosts: string[]}> = {
  gtag: {
    variables: {GTAG_TRACKING_IDS: 'G-AAAAAAAAAA'},
    hosts: ['region1.google-analytics.com', 'www.google-analytics.com', 'www.googletagmanager.com'],
  },
  analytics: {
    variables: {
      ANALYTICS_SCRIPT_URL: 'https://analytics.example.com/script.js',
      ANALYTICS_DOMAIN: 'docs.example.com',
    },
    hosts: ['analytics.example.com'],
  },
  fonts: {
    variables: {FONT_KIT_ID: 'abc1def'},
    hosts: ['p.typekit.net', 'performance.typekit.net', 'use.typekit.net'],
  },
  math: {
    variables: {MATH_STYLESHEET_URL: 'https://cdn.example.com/katex/katex.min.css'},
    hosts: ['cdn.example.com'],
  },
  algolia: {
    variables: {
      ALGOLIA_APP_ID: 'TESTAPP123',
      ALGOLIA_SEARCH_KEY: '0123456789abcdef0123456789abcdef',
      ALGOLIA_INDEX_NAME: 'tvm-zh',
    },
    hosts: [
      'testapp123-1.algolianet.com',
      'testapp123-2.algolianet.com',
      'testapp123-3.algolianet.com',
      'testapp123-dsn.algolia.net',
    ],
  },
  insights: {variables: {ALGOLIA_INSIGHTS: 'true'}, hosts: ['cdn.jsdelivr.net', 'insights.algolia.io']},
};

/** What the scripts of other hosts do, as far as a policy has a say in it. */
const SCRIPTS: Record<string, string> = {
  'www.googletagmanager.com': `
    fetch('https://region1.google-analytics.com/g/collect', {method: 'POST', mode: 'no-cors'});
    new Image().src = 'https://www.google-analytics.com/collect';`,
  'analytics.example.com': `fetch('https://analytics.example.com/api/event', {method: 'POST', mode: 'no-cors'});`,
  'use.typekit.net': `window.Typekit = {load() {
    document.head.insertAdjacentHTML('beforeend', '<style>@import "https://p.typekit.net/p.css"; ' +
      '@font-face {font-family: kit; src: url(https://use.typekit.net/af/kit.woff2)} body {font-family: kit}</style>');
    new Image().src = 'https://p.typekit.net/p.gif';
    fetch('https://performance.typekit.net/', {method: 'POST', mode: 'no-cors'});
  }};`,
  'cdn.jsdelivr.net': `fetch('https://insights.algolia.io/1/events', {method: 'POST', mode: 'no-cors'});`,
};
const STYLE = `@font-face {font-family: formulas; src: url(https://cdn.example.com/katex/fonts/a.woff2)}
  .katex {font-family: formulas}`;
const EMPTY = JSON.stringify({results: [{hits: [], nbHits: 0, nbPages: 0, page: 0, query: '', params: ''}]});

const all = Object.assign({}, ...Object.values(INTEGRATIONS).map(({variables}) => variables)) as Record<
  string,
  string
>;
const variables = {...all, BASE_URL: '/tvm/'};

let fixture: FixtureSite;
let build: string;
let server: SiteServer;
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
  fixture = new FixtureSite();
  fixture.change({
    'src/pages/math.md':
      '---\ntitle: 公式\ndescription: 小站点里有公式的一页\n---\n\n# 公式\n\n$a^2 + b^2 = c^2$\n\n[更新](/updates)\n',
  });
  build = await buildFixture(fixture, variables);
  await prepareDeployment(fixture.dir, {build, config: path.join(fixture.dir, 'config'), variables});
}, 600_000);
afterEach(() => server?.close());
afterAll(async () => {
  await browser?.close();
  fixture?.remove();
});

/** @param called hosts that were asked so far, this one among them */
function answer(route: Route, called: ReadonlySet<string>): Promise<void> {
  const {host} = new URL(route.request().url());
  const type = route.request().resourceType();
  if (type === 'script') {
    return route.fulfill({contentType: 'text/javascript', body: SCRIPTS[host] ?? ''});
  }
  if (type === 'stylesheet') {
    return route.fulfill({
      contentType: 'text/css',
      headers: {'access-control-allow-origin': '*'},
      body: STYLE,
    });
  }
  const headers = {'access-control-allow-origin': '*'};
  // The client asks its hosts in an order of its own: the last one answers, so that all of them are asked.
  const {hosts} = INTEGRATIONS.algolia!;
  if (!hosts.includes(host)) {
    return route.fulfill({status: 204, headers, body: ''});
  }
  return hosts.every((one) => called.has(one))
    ? route.fulfill({headers, contentType: 'application/json', body: EMPTY})
    : route.fulfill({status: 503, headers, body: ''});
}

/** Opens the pages on which the integrations are at work, and tells what the policy kept from them and whom they called. */
async function browse(policyOf: Record<string, string | undefined>, expected: readonly string[] = []) {
  server = await startNginx(build, servingOf(fixture.dir, build, policyOf));
  const context = await browser.newContext({locale: 'zh-CN'});
  const called = new Set<string>();
  await context.route(
    (url) => url.origin !== server.origin,
    (route) => {
      called.add(new URL(route.request().url()).host);
      return answer(route, called);
    },
  );
  const report = await watchPolicy(context);
  const open = async (address: string) => {
    const page = await context.newPage();
    await page.goto(server.origin + address);
    await page.locator(HYDRATED).waitFor();
    return page;
  };
  const pages = await Promise.all(['/tvm/docs', '/tvm/math', '/tvm/search?q=relay'].map(open));
  await pages[0]!.bringToFront();
  await pages[0]!.keyboard.press('Control+k');
  await pages[0]!.locator('.DocSearch-Input').fill('relay');
  await Promise.all(pages.map((page) => page.waitForLoadState('networkidle')));
  await pages[0]!.waitForTimeout(1000);
  const areCalled = () => expected.every((host) => called.has(host));
  await vi.waitUntil(areCalled, {timeout: 20_000}).catch(() => undefined);
  await context.close();
  return {report, called: [...called].sort()};
}

describe('with every integration switched on, below /tvm/', () => {
  it('the policy keeps nothing from any of them', async () => {
    const expected = Object.values(INTEGRATIONS).flatMap(({hosts}) => hosts);
    const {report, called} = await browse(variables, expected);
    expect(report).toEqual([]);
    expect(called).toEqual(expect.arrayContaining(expected));
  });

  it.each(Object.keys(INTEGRATIONS))('a policy without %s keeps just its hosts away', async (name) => {
    const {variables: own, hosts} = INTEGRATIONS[name]!;
    // Insights come with the hosted search only.
    const left = name === 'algolia' ? {...own, ...INTEGRATIONS.insights!.variables} : own;
    const without = Object.fromEntries(Object.entries(variables).filter(([key]) => !(key in left)));
    const blocked = blockedHosts((await browse(without)).report);
    const expected = name === 'algolia' ? [...hosts, ...INTEGRATIONS.insights!.hosts] : hosts;
    expect(blocked.length).toBeGreaterThan(0);
    expect(blocked.filter((host) => !expected.includes(host))).toEqual([]);
  });

  it('nginx serves the site there and nowhere else', async () => {
    server = await startNginx(build, servingOf(fixture.dir, build, variables));
    const status = async (address: string) => (await rawRequest(server.origin, address)).status;
    const addresses = [
      '/tvm/',
      '/tvm/docs',
      '/tvm/docs/install',
      '/tvm',
      '/tvm/docs/',
      '/',
      '/docs',
      '/tvm/nowhere',
      '/healthz',
    ];
    expect(await Promise.all(addresses.map(status))).toEqual([200, 200, 200, 301, 301, 404, 404, 404, 200]);
    const where = async (address: string) => (await rawRequest(server.origin, address)).headers.location;
    expect([await where('/tvm'), await where('/tvm/docs/index.html')]).toEqual(['/tvm/', '/tvm/docs']);
  });
});

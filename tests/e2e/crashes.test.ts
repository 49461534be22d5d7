import type {Page, Request} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {addFaults, FAULT} from './support/faults';
import {fixtureSite} from './support/fixtureSite';
import {hold} from './support/site';

const FAULTY = '/fault';

const site = fixtureSite(addFaults);

function setFault(page: Page, fault: string): Promise<void> {
  return page.evaluate(([key, value]) => sessionStorage.setItem(key!, value!), [FAULT, fault]);
}

/** Opens the faulty page, which goes wrong as told. */
async function openFaulty(fault: string): Promise<Page> {
  const page = await site.open('/updates');
  await setFault(page, fault);
  await site.go(page, FAULTY);
  return page;
}

function text(page: Page): Promise<string> {
  return page.locator('main').innerText();
}

describe.each([
  ['a chunk', '/blog', '第一篇', /Loading chunk \S+ failed/],
  ['an article', '/about', '关于', /Failed to fetch/],
])('a route of which %s is not loaded', (_, path, title, error) => {
  /** What the page asks for once it is on its way. */
  const isWanted = (page: Page, request: Request) =>
    !request.isNavigationRequest() && page.url().endsWith(path);
  const shown = (page: Page) => page.locator('main').getByRole('heading', {name: title}).first();

  /** Leaves for the route, which is not loaded before it is shown, and stops the clock. */
  async function leave(page: Page): Promise<void> {
    await page.clock.install({time: '2025-01-01T00:00:00Z'});
    await site.visit(page, '/updates');
    await setFault(page, 'unloaded');
    await page.clock.pauseAt('2025-01-01T01:00:00Z');
    await page.locator(`.footer a[href="${path}"]`).click();
    await page.waitForURL(`**${path}`);
  }

  it('is stood in for by a spinner after 200 ms', async () => {
    const page = await site.newPage();
    const release = await hold(page, (request) => isWanted(page, request));
    await leave(page);
    const spinner = page.getByRole('status', {name: '正在载入'}).locator('svg');
    await page.clock.runFor(199);
    expect(await spinner.count()).toBe(0);
    await page.clock.runFor(1);
    await spinner.waitFor();
    const {x, ...size} = (await spinner.boundingBox())!;
    expect(size).toMatchObject({width: 128, height: 110});
    expect(x + 64).toBeCloseTo(await page.evaluate(() => document.documentElement.clientWidth / 2), 0);
    const durations = await spinner
      .locator('circle')
      .evaluateAll((circles) => circles.map((circle) => getComputedStyle(circle).animationDuration));
    expect(durations).toEqual(['3s', '3s', '1.5s']);
    release();
    await shown(page).waitFor();
    expect(await spinner.count()).toBe(0);
  });

  it('shows a red box with the error where it fails, and Retry loads it again', async () => {
    const page = await site.newPage();
    let lost = true;
    await page.route('**/*', (route) =>
      lost && isWanted(page, route.request()) ? route.abort() : route.fallback(),
    );
    await leave(page);
    const box = page.getByRole('alert').filter({hasText: '重试'});
    await box.waitFor();
    expect(await box.innerText()).toMatch(error);
    const {background, share} = await box.evaluate((element) => ({
      background: getComputedStyle(element).backgroundColor,
      share: element.getBoundingClientRect().width / element.parentElement!.clientWidth,
    }));
    expect([background, share]).toEqual(['rgb(197, 34, 31)', 0.5]);
    lost = false;
    await box.getByRole('button', {name: '重试'}).click();
    await shown(page).waitFor();
    expect(await box.count()).toBe(0);
  });
});

describe('a crash', () => {
  it.each([
    ['in the page', 'causes', ['外层', '原因：中层', '原因：内层']],
    ['outside the layout', 'outside', ['布局之外']],
    [
      'of a navbar item, with its configuration',
      'navbar',
      [
        'A theme navbar item failed to render',
        '"type": "custom-faulty"',
        '"label": "坏"',
        '原因：这一项坏了',
      ],
    ],
  ])('%s is shown with its causes, and Try again clears it', async (_, fault, messages) => {
    const page = await openFaulty(fault);
    await page.getByRole('heading', {level: 1, name: '此页面崩溃了'}).waitFor();
    const shown = await text(page);
    const places = messages.map((message) => shown.indexOf(message));
    expect(places, shown).toEqual(places.toSorted((a, b) => a - b));
    expect(places, shown).not.toContain(-1);
    await page.locator('html[lang=zh-Hans]').waitFor();
    await setFault(page, '');
    await page.getByRole('button', {name: '重试'}).click();
    await page.getByRole('heading', {level: 1, name: '故障'}).waitFor();
    expect(await page.locator('.navbar').isVisible()).toBe(true);
  });

  it('of a navbar item names its configuration in the mobile menu', async () => {
    const page = await site.open('/updates', {viewport: {width: 390, height: 844}});
    await setFault(page, 'navbar');
    await site.go(page, FAULTY);
    await page.getByRole('heading', {level: 1, name: '此页面崩溃了'}).waitFor();
    expect(await text(page)).toMatch(/"type": "custom-faulty"[\s\S]*原因：这一项坏了/);
  });

  it.each([
    ['a missing provider', 'provider', /Hook \S+ is called outside the <DocProvider>/],
    [
      'an unknown sidebar, with those that exist',
      'sidebar',
      /"nowhere"[\s\S]*Available sidebar ids are:\s+- tutorialSidebar/,
    ],
    [
      'an unknown document, with those that exist',
      'doc',
      /"nowhere"[\s\S]*Available doc ids are:[\s\S]*- install\/index/,
    ],
  ])('names %s', async (_, fault, message) => {
    const page = await openFaulty(fault);
    await page.getByRole('heading', {level: 1, name: '此页面崩溃了'}).waitFor();
    expect(await text(page)).toMatch(message);
  });

  it('is not caused by a draft, which gives nothing', async () => {
    const page = await openFaulty('draft');
    await page.locator('#answer').waitFor();
    expect(await page.locator('#answer').innerText()).toBe('null');
  });
});

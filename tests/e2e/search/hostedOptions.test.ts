import {beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {INDEX, useHosted} from '../support/hostedSite';
import {searchDialog} from '../support/searchDialog';
import {LATEST} from '../../support/releases';

const EXTERNAL = 'https://discuss.example.com/t/fuseops/1';

const site = useHosted({
  BASE_URL: '/tvm/',
  ALGOLIA_INSIGHTS: 'true',
  ALGOLIA_EXTERNAL_URL_REGEX: '^https://discuss\\.example\\.com/',
  ALGOLIA_RESULT_PATH_FROM: '/old/docs/',
  ALGOLIA_RESULT_PATH_TO: '/tvm/docs/',
});
const {visitor} = site;
const dialog = searchDialog(visitor);
type Event = [name: string, values: object];
/** What the page told the service's script, which the test keeps from loading. */
const told = () =>
  visitor.page.evaluate(() =>
    (window as unknown as {aa: {queue: Event[]}}).aa.queue.map(([name, values]) => ({name, values})),
  );

let script: string | undefined;

beforeAll(() => {
  const {objects} = site.hosted.service.indices.get(INDEX)!;
  const [some] = objects.values();
  objects.set('external', {
    ...some!,
    objectID: 'external',
    docusaurus_tag: 'default',
    url: EXTERNAL,
    content: '论坛上的 outside',
  });
  for (const object of objects.values()) {
    object.url = object.url.replace('https://tvm.hyper.ai/tvm/docs/', 'https://old.example.com/old/docs/');
  }
});

beforeEach(async () => {
  script = undefined;
  await visitor.context.route(/^https:\/\/(cdn\.jsdelivr\.net|discuss\.example\.com)\//, (route) => {
    script ??= route.request().resourceType() === 'script' ? route.request().url() : undefined;
    return route.request().resourceType() === 'document'
      ? route.fulfill({contentType: 'text/html', body: '<title>论坛</title>'})
      : route.abort();
  });
  await visitor.visit('/tvm/docs/install');
});

describe('a result of the hosted index', () => {
  it('leads to the path that is put in the place of its own', async () => {
    await dialog.open();
    await dialog.ask('又一节');
    const links = await dialog.links();
    expect(links.filter((link) => !/^\/tvm\/docs\/extra\/more#s\d+$/.test(link))).toEqual([]);
    await visitor.page.keyboard.press('Enter');
    await visitor.page.waitForURL(`**${links[0]}`);
    await visitor.page.locator('h1', {hasText: '更多'}).waitFor();
  });

  it.each(['Enter', 'a click'])('that matches the pattern leaves the site with %s', async (way) => {
    await dialog.open();
    await dialog.ask('outside');
    expect(await dialog.links()).toEqual([EXTERNAL]);
    if (way === 'Enter') {
      await visitor.page.keyboard.press('Enter');
      await visitor.page.waitForURL(EXTERNAL);
    } else {
      const [tab] = await Promise.all([visitor.context.waitForEvent('page'), dialog.hits().first().click()]);
      await tab.waitForURL(EXTERNAL);
    }
  });

  it('is on the search page below the base URL, too', async () => {
    await dialog.open();
    await dialog.ask('fuseops');
    await visitor.page.locator('.DocSearch-HitsFooter a').click();
    await visitor.page.waitForURL(`**/tvm/search?q=fuseops&version=${LATEST.release}`);
    await visitor.page.locator('main h2 a[href^="/tvm/docs/extra/"]').first().waitFor();
  });
});

describe('insights that are configured', () => {
  it('are asked for with the query, and told of views after 400 ms and of clicks', async () => {
    const {page} = visitor;
    await page.clock.install();
    await dialog.open();
    expect(script).toMatch(/^https:\/\/cdn\.jsdelivr\.net\/npm\/search-insights@/);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await dialog.input().fill('又一节');
    await page.locator('.DocSearch-HitsFooter').waitFor();
    expect(site.hosted.service.queries().at(-1)!.params.get('clickAnalytics')).toBe('true');
    const find = async (event: string) => (await told()).find(({name}) => name === event)?.values;
    await page.clock.runFor(399);
    expect(await find('viewedObjectIDs')).toBeUndefined();
    await page.clock.runFor(1);
    expect(await find('viewedObjectIDs')).toMatchObject({
      eventName: 'Items Viewed',
      index: INDEX,
      objectIDs: expect.arrayContaining([expect.stringContaining('/extra/more#')]),
    });
    await page.keyboard.press('Control+Enter');
    expect(await find('clickedObjectIDsAfterSearch')).toMatchObject({
      eventName: 'Item Selected',
      index: INDEX,
      queryID: 'query-1',
      positions: [1],
    });
  });
});

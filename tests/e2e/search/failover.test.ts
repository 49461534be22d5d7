import {beforeEach, describe, expect, it, vi} from 'vitest';
import {FIRST_HOST, OTHER_HOSTS, useHosted} from '../support/hostedSite';
import {searchDialog} from '../support/searchDialog';

type Failure = 'refuses' | 'hangs' | 'breaks';

const site = useHosted();
const {visitor} = site;
const dialog = searchDialog(visitor);
const find = (selector: string) => visitor.page.locator(selector);
const HOSTS = [FIRST_HOST, ...OTHER_HOSTS];

beforeEach(async () => {
  for (const host of HOSTS) {
    await site.hosted.accept(host);
  }
  site.hosted.service.fail = () => undefined;
  site.hosted.service.received.length = 0;
  await visitor.visit('/docs/install');
});

async function fail(hosts: readonly string[], failure: Failure): Promise<void> {
  if (failure === 'refuses') {
    for (const host of hosts) {
      await site.hosted.refuse(host);
    }
    return;
  }
  site.hosted.service.fail = ({host}) => {
    if (!hosts.includes(host)) {
      return undefined;
    }
    return failure === 'hangs' ? 'hang' : {status: 503, body: {message: 'down'}};
  };
}

const asked = () => site.hosted.service.received.map(({host}) => host);

/** Notes in the page when the beginning of an answer has come to it: from then on the client's other limit counts. */
function noteAnswers(): void {
  const {send} = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...args) {
    this.addEventListener('readystatechange', () => {
      if (this.readyState >= XMLHttpRequest.HEADERS_RECEIVED) {
        Object.assign(window, {answerBegun: true});
      }
    });
    send.apply(this, args);
  };
}

describe('where the first host', () => {
  it.each<Failure>(['refuses', 'hangs', 'breaks'])('%s, another one answers', async (failure) => {
    await fail([FIRST_HOST], failure);
    await dialog.open();
    await dialog.ask('fuseops');
    expect(OTHER_HOSTS).toContain(asked().at(-1));
    expect(asked().includes(FIRST_HOST)).toBe(failure !== 'refuses');
    expect(await find('.DocSearch-ErrorScreen').count()).toBe(0);
  });

  it.each<Failure>(['refuses', 'breaks'])('%s and two others do, the last one answers', async (failure) => {
    const last = OTHER_HOSTS[1]!;
    await fail(
      HOSTS.filter((host) => host !== last),
      failure,
    );
    await dialog.open();
    await dialog.ask('fuseops');
    expect(asked().at(-1)).toBe(last);
  });

  it.each([
    ['hang', 1000],
    ['stop', 2000],
  ] as const)('answers with a %s, it gets %i ms before another one is asked', async (failure, limit) => {
    const {page} = visitor;
    site.hosted.service.fail = ({host}) => (host === FIRST_HOST ? failure : undefined);
    await page.clock.install();
    await dialog.open();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.evaluate(noteAnswers);
    await dialog.input().fill('fuseops');
    await vi.waitFor(() => expect(asked()).toEqual([FIRST_HOST]), 60_000);
    if (failure === 'stop') {
      await expect.poll(() => page.evaluate(() => 'answerBegun' in window), {timeout: 60_000}).toBe(true);
    }
    await page.clock.runFor(limit - 1);
    expect(asked()).toEqual([FIRST_HOST]);
    await page.clock.runFor(1);
    await dialog.hits().first().waitFor();
    expect(asked()).toHaveLength(2);
  });

  it.each<Failure>(['breaks', 'hangs'])(
    '%s, it is left out for two minutes and then asked again',
    async (failure) => {
      const {page} = visitor;
      await page.clock.install();
      await fail([FIRST_HOST], failure);
      await dialog.open();
      await dialog.ask('fuseops');
      expect(asked()[0]).toBe(FIRST_HOST);
      site.hosted.service.fail = () => undefined;
      const failedAt = await page.evaluate(() => Date.now());

      for (const [seconds, query, hosts] of [
        [0, 'fuseops alpha', OTHER_HOSTS],
        [110, 'fuseops beta', OTHER_HOSTS],
        [121, 'fuseops gamma', [FIRST_HOST]],
      ] as const) {
        site.hosted.service.received.length = 0;
        await page.clock.setSystemTime(failedAt + seconds * 1000);
        const answer = page.waitForResponse('**/queries?*');
        await dialog.input().fill(query);
        await answer;
        expect(asked()).toHaveLength(1);
        expect(hosts).toContain(asked()[0]);
      }
    },
  );
});

describe('where every host', () => {
  it.each<Failure>(['refuses', 'breaks'])(
    '%s, the dialog and the search page say so, and recover',
    async (failure) => {
      await fail(HOSTS, failure);
      await dialog.open();
      await dialog.input().fill('fuseops');
      const error = find('.DocSearch-ErrorScreen');
      await error.waitFor();
      expect(await error.innerText()).toMatch(/无法获取结果\s+你可能需要检查网络连接。/);
      expect(await find('.DocSearch-NoResults').isVisible()).toBe(false);
      await visitor.visit('/search?q=fuseops');
      const status = visitor.page.getByRole('status');
      await status.filter({hasText: '无法获取结果 · 你可能需要检查网络连接。'}).waitFor();

      for (const host of HOSTS) {
        await site.hosted.accept(host);
      }
      site.hosted.service.fail = () => undefined;
      await visitor.page.locator('main form button[type=submit]').click();
      await status.filter({hasText: '29 个结果'}).waitFor();
      await dialog.open('Control+k');
      await dialog.ask('fuseops');
      expect(await error.count()).toBe(0);
      expect(visitor.errors).toEqual([]);
    },
  );

  it('hangs, the dialog shows that it waits, and then that nobody answers', async () => {
    await fail(HOSTS, 'hangs');
    await dialog.open();
    await dialog.input().fill('fuseops');
    await find('.DocSearch-Container--Stalled').waitFor();
    await find('.DocSearch-ErrorScreen').waitFor();
    expect(new Set(asked())).toEqual(new Set(HOSTS));
  });

  it('refuses the key, that is told as well', async () => {
    site.hosted.service.fail = () => ({status: 403, body: {message: 'Invalid Application-ID or API key'}});
    await dialog.open();
    await dialog.input().fill('fuseops');
    await find('.DocSearch-ErrorScreen').waitFor();
    expect(asked()).toEqual([FIRST_HOST]);
  });
});

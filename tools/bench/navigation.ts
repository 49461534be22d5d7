import type {Page} from 'playwright-core';
import {startBrowser} from '../startBrowser';

/** What going from page to page costs a reader in a window of some size. */
export interface Navigations {
  window: {width: number; height: number};
  /** Milliseconds from the click on the link to the next page until that page is painted, page after page. */
  painted: number[];
  /** Milliseconds until a timer that was set in that frame runs, which waits for what the page left for afterwards. */
  answered: number[];
  /** Compressed bytes that the first page fetches ahead, as it opens and when its end is in view. */
  prefetched: {atStart: number; atEnd: number};
}

/** What going from page to page costs a reader with a slow processor. */
export interface Navigation {
  slowdown: number;
  windows: Navigations[];
}

/** Of a phone, and of a computer, where the sidebar and the list of headings stand beside the text. */
const WINDOWS = [
  {width: 390, height: 844},
  {width: 1280, height: 800},
];
const SLOWDOWN = 4;
/** Readings of the same pages, each in a new browser: one alone differs from the next by a fifth. */
const READINGS = 3;
/** What follows the arrival of a page: parsing it, and the pause of a reader. */
const SETTLE_MS = 500;
const NEXT = 'a.pagination-nav__link--next';
/** Kinds of requests by which pages are fetched before a reader asks for them. */
const FETCHED_AHEAD = ['Prefetch', 'Fetch', 'Other'];

/** Goes to the end of the page and to the link there, and waits until the page behind it has been fetched. */
async function approachNext(page: Page): Promise<void> {
  const link = page.locator(NEXT);
  await link.scrollIntoViewIfNeeded();
  await link.hover();
  await page.waitForFunction((selector) => {
    const {href} = document.querySelector<HTMLAnchorElement>(selector)!;
    return performance.getEntriesByName(href).length > 0;
  }, NEXT);
  await page.waitForTimeout(SETTLE_MS);
}

/** Clicks the link to the next page and waits until its article is painted, and the page answers again. */
function timeNext(page: Page): Promise<{painted: number; answered: number}> {
  return page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const link = document.querySelector<HTMLAnchorElement>(selector)!;
        const target = link.pathname;
        const started = performance.now();
        const observer = new MutationObserver(() => {
          const shown = document.querySelector('[data-article]')?.getAttribute('data-article');
          if (shown !== target || !document.querySelector('article h1')) {
            return;
          }
          observer.disconnect();
          requestAnimationFrame(() => {
            // The first task after the frame; timers and messages that wait already come later.
            const painted = window.scheduler.postTask(() => performance.now() - started, {
              priority: 'user-blocking',
            });
            setTimeout(async () => {
              const answered = performance.now() - started;
              resolve({painted: await painted, answered});
            });
          });
        });
        observer.observe(document.body, {subtree: true, childList: true, attributes: true});
        link.click();
      }),
    NEXT,
  );
}

/** One reading: what each navigation took, and what was fetched ahead. */
type Reading = Omit<Navigations, 'window'>;

async function readPages(url: string, count: number, viewport: Navigations['window']): Promise<Reading> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({viewport});
    const session = await page.context().newCDPSession(page);
    let bytes = 0;
    const ahead = new Set<string>();
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', ({requestId, type}) => {
      if (FETCHED_AHEAD.includes(type!)) {
        ahead.add(requestId);
      }
    });
    session.on('Network.loadingFinished', ({requestId, encodedDataLength}) => {
      bytes += ahead.has(requestId) ? encodedDataLength : 0;
    });
    await page.goto(url, {waitUntil: 'load'});
    await page.locator('html[data-has-hydrated="true"]').waitFor();
    await page.waitForLoadState('networkidle');
    const atStart = bytes;
    await session.send('Emulation.setCPUThrottlingRate', {rate: SLOWDOWN});
    const times: {painted: number; answered: number}[] = [];
    let atEnd = 0;
    for (let i = 0; i < count; i++) {
      bytes = 0;
      await approachNext(page);
      atEnd ||= bytes;
      times.push(await timeNext(page));
    }
    return {
      painted: times.map(({painted}) => Math.round(painted)),
      answered: times.map(({answered}) => Math.round(answered)),
      prefetched: {atStart, atEnd},
    };
  } finally {
    await browser.close();
  }
}

async function readInWindow(
  url: string,
  count: number,
  window: Navigations['window'],
): Promise<Navigations> {
  const readings: Reading[] = [];
  for (let i = 0; i < READINGS; i++) {
    readings.push(await readPages(url, count, window));
  }
  return {
    window,
    painted: readings.flatMap(({painted}) => painted),
    answered: readings.flatMap(({answered}) => answered),
    prefetched: readings[0]!.prefetched,
  };
}

/**
 * Reads a site page after page by the links at their ends, each of which is fetched ahead when it comes into view, and
 * does so several times in windows of several sizes.
 *
 * @param start path of the first page
 * @param count how many pages to go on
 */
export async function benchNavigation(origin: string, start: string, count = 15): Promise<Navigation> {
  const windows: Navigations[] = [];
  for (const window of WINDOWS) {
    windows.push(await readInWindow(origin + start, count, window));
  }
  return {slowdown: SLOWDOWN, windows};
}

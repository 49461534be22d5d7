import type {Browser} from 'playwright-core';
import {startBrowser} from '../startBrowser';
import {median} from './results';

/** Medians of first visits on a slow phone, in milliseconds since the visit began. */
export interface Start {
  /** First contentful paint. */
  painted: number;
  /** The site's code runs: the page is hydrated, its search button opens. */
  answers: number;
  /** Time of tasks beyond 50 ms each, until the page answers. */
  blocked: number;
}

/** Expression that is true once the page of a Docusaurus site answers. */
export const HYDRATED = "document.documentElement.dataset.hasHydrated === 'true'";

/** A slow phone: 150 ms to the server, 1.6 Mbit/s, a quarter of this processor. */
const NETWORK = {offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750};
const SLOWER = 4;
const WINDOW = {viewport: {width: 390, height: 844}, isMobile: true};

/** Runs in the page from its beginning; a text, since what a compiler makes of a function may need helpers. */
const watch = (answers: string) => `
  window.__start = {blocked: 0};
  new PerformanceObserver((list) => list.getEntries().forEach(({duration}) => {
    window.__start.blocked += Math.max(0, duration - 50);
  })).observe({type: 'longtask', buffered: true});
  const look = () => {
    if (document.body && (${answers})) {
      window.__start.answers = performance.now();
    } else {
      setTimeout(look, 10);
    }
  };
  look();
`;

async function visit(browser: Browser, url: string, answers: string): Promise<Start> {
  const context = await browser.newContext(WINDOW);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', {rate: SLOWER});
  await page.addInitScript({content: watch(answers)});
  await page.goto(url);
  await page.waitForFunction('window.__start.answers');
  const start = await page.evaluate<Start>(`({
    ...window.__start,
    painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  })`);
  await context.close();
  return start;
}

/**
 * Visits pages of several sites in turn, so that a machine that slows down meanwhile slows them all.
 *
 * @param sites addresses of the sites, each with the expression that is true once its pages answer
 * @returns by site and by page
 */
export async function benchStart(
  sites: readonly {origin: string; paths: readonly string[]; answers: string}[],
  runs: number,
): Promise<Start[][]> {
  const browser = await startBrowser();
  const times: Start[][][] = sites.map(({paths}) => paths.map(() => []));
  try {
    for (let run = 0; run < runs; run++) {
      for (const [i, {origin, paths, answers}] of sites.entries()) {
        for (const [j, path] of paths.entries()) {
          times[i]![j]!.push(await visit(browser, origin + path, answers));
        }
      }
    }
  } finally {
    await browser.close();
  }
  const middle = (all: readonly Start[], key: keyof Start) => Math.round(median(all.map((one) => one[key])));
  return times.map((pages) =>
    pages.map((all) => ({
      painted: middle(all, 'painted'),
      answers: middle(all, 'answers'),
      blocked: middle(all, 'blocked'),
    })),
  );
}

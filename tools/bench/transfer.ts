import {startBrowser} from '../startBrowser';

/** Compressed bytes that a first visit transfers, by type of resource, and the elements and fonts of the page. */
export interface Transfer {
  path: string;
  bytes: Record<string, number>;
  total: number;
  elements: number;
  fonts: number;
}

/** How many fonts the text that is laid out is in: each another face, size, weight or slant. */
function countFonts(): number {
  const fonts = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement!;
    if (texts.currentNode.nodeValue!.trim() && element.checkVisibility({contentVisibilityAuto: true})) {
      const {fontFamily, fontSize, fontWeight, fontStyle} = getComputedStyle(element);
      fonts.add([fontFamily, fontSize, fontWeight, fontStyle].join());
    }
  }
  return fonts.size;
}

/**
 * Visits pages with an empty cache, as a phone, and sums what comes over the wire until the network is quiet.
 *
 * @param origin address of the served site
 */
export async function benchTransfer(origin: string, paths: readonly string[]): Promise<Transfer[]> {
  const browser = await startBrowser();
  const results: Transfer[] = [];
  try {
    for (const path of paths) {
      const context = await browser.newContext({viewport: {width: 390, height: 844}, isMobile: true});
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      const types = new Map<string, string>();
      const bytes: Record<string, number> = {};
      session.on('Network.responseReceived', ({requestId, type}) => types.set(requestId, type.toLowerCase()));
      session.on('Network.loadingFinished', ({requestId, encodedDataLength}) => {
        const type = types.get(requestId) ?? 'other';
        bytes[type] = (bytes[type] ?? 0) + encodedDataLength;
      });
      await page.goto(origin + path);
      await page.locator('html[data-has-hydrated="true"]').waitFor({state: 'attached'});
      await page.waitForLoadState('networkidle');
      const elements = await page.evaluate(() => document.querySelectorAll('*').length);
      const fonts = await page.evaluate(countFonts);
      results.push({path, bytes, total: Object.values(bytes).reduce((a, b) => a + b, 0), elements, fonts});
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return results;
}

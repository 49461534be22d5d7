import type {AxeResults} from 'axe-core';
import type {Page} from 'playwright-core';
import {areHeightsKnown} from './scroll';

const AXE = require.resolve('axe-core/axe.min.js');

/** What the site keeps to: WCAG 2.2 to level AA, and what axe counts as good practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose answer depends on colours; the others read the same document in every mode. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Looks for faults of accessibility in what a page shows now.
 *
 * @param rules only these, else all with the tags that the site keeps to
 * @param within selector of the part that is looked at
 * @returns a line for each rule that is broken, with the first places
 */
export async function violations(page: Page, rules?: string[], within = 'html'): Promise<string[]> {
  await page.addScriptTag({path: AXE});
  const {violations: found} = await page.evaluate(
    ([context, options]) =>
      (window as unknown as {axe: {run(context: string, options: object): Promise<AxeResults>}}).axe.run(
        context,
        options,
      ),
    [
      within,
      {
        resultTypes: ['violations'],
        runOnly: rules ? {type: 'rule', values: rules} : {type: 'tag', values: TAGS},
      },
    ] as const,
  );
  return found.map(
    ({id, help, nodes}) =>
      `${id}：${help}：${nodes
        .slice(0, 5)
        .map(({target}) => target.join(' '))
        .join('；')}`,
  );
}

/**
 * Waits until nothing moves: what is half faded in has half the contrast, and a part of an article or of an index whose
 * height is estimated, which nobody sees that way, lies over the next one.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.addStyleTag({content: '.api-index section { content-visibility: visible !important }'});
  await page.waitForFunction(areHeightsKnown);
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({finished}) => finished.catch(() => undefined))),
  );
}

/** Faults of what a page shows in the light mode; in the dark mode those of colours, as nothing else differs there. */
export async function faultsInBothModes(page: Page): Promise<string[]> {
  await page.emulateMedia({colorScheme: 'light'});
  await page.locator('html[data-theme="light"]').waitFor();
  await settle(page);
  const light = await violations(page);
  // In what is far from the screen no transition goes on, and links would keep the colour that they had.
  await page.addStyleTag({content: '*, ::before, ::after { transition: none !important }'});
  await page.emulateMedia({colorScheme: 'dark'});
  await page.locator('html[data-theme="dark"]').waitFor();
  await settle(page);
  return [...light, ...(await violations(page, COLOUR_RULES)).map((fault) => `dark: ${fault}`)];
}

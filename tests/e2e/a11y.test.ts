import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {faultsInBothModes, settle, violations} from './support/axe';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';

const PAGE = '/docs/tutorial/quick_start';
const LAYOUTS = {mobile: {width: 390, height: 844}, desktop: {width: 1440, height: 900}} as const;

const site = new TestSite(() => BUILD);
/** What opens over a page, and how; for the layouts that have it. */
const OVERLAYS: Record<string, {path?: string; layouts: readonly string[]; open(page: Page): Promise<void>}> =
  {
    'the sidebar of the docs': {layouts: ['mobile'], open: openSidebar},
    'the main menu': {
      layouts: ['mobile'],
      async open(page) {
        await openSidebar(page);
        await page.locator('.navbar-sidebar__back').click();
        await page.locator('.navbar-sidebar__items--show-secondary').waitFor({state: 'detached'});
        await page.locator('.navbar-sidebar .menu__list-item--collapsed button').first().click();
      },
    },
    'the list of headings': {
      layouts: ['mobile'],
      open: (page) => page.locator('.theme-doc-toc-mobile button').click(),
    },
    'the dropdown of versions': {
      layouts: ['desktop'],
      open: (page) => page.locator('.navbar__item.dropdown > a').first().press('Enter'),
    },
    'an enlarged picture': {
      path: '/docs',
      layouts: ['mobile', 'desktop'],
      async open(page) {
        await page.locator('[data-zoom]').first().click();
        await page.locator('dialog[open]').waitFor();
      },
    },
    'the search dialog': {layouts: ['mobile', 'desktop'], open: openSearch},
    'the search dialog with results': {
      layouts: ['mobile', 'desktop'],
      async open(page) {
        await openSearch(page);
        await page.locator('.DocSearch-Input').fill('relay');
        await page.locator('.DocSearch-Hit').first().waitFor();
      },
    },
    'the search dialog without results': {
      layouts: ['mobile', 'desktop'],
      async open(page) {
        await openSearch(page);
        await page.locator('.DocSearch-Input').fill('zzqqxxyy');
        await page.locator('.DocSearch-NoResults').waitFor();
      },
    },
  };

async function openSidebar(page: Page): Promise<void> {
  await page.locator('.navbar__toggle').click();
  await page.locator('.navbar-sidebar--show').waitFor();
}

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('.DocSearch-Input').waitFor();
}

describe.each(Object.entries(LAYOUTS))('in the %s layout, light and dark', (layout, viewport) => {
  it.each(Object.entries(OVERLAYS).filter(([, {layouts}]) => layouts.includes(layout)))(
    'nothing is wrong with %s',
    async (_, {path = PAGE, open}) => {
      const page = await site.open(path, {colorScheme: 'light', viewport});
      await open(page);
      expect(await faultsInBothModes(page)).toEqual([]);
    },
  );
});

describe('a keyboard', () => {
  /** Presses Tab through the whole page; what it stopped at, and where nobody could see that. */
  async function walk(page: Page): Promise<{stops: number; unseen: string[]}> {
    const unseen: string[] = [];
    let stops = 0;
    for (; stops < 600; stops++) {
      await page.keyboard.press('Tab');
      const fault = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        if (element === document.body) {
          return 'end';
        }
        const name = `${element.tagName} ${element.className} ${element.getAttribute('aria-label') ?? element.textContent}`;
        const {outlineStyle, outlineWidth} = getComputedStyle(element);
        const {top, bottom, left, right, width, height} = element.getBoundingClientRect();
        const inWindow =
          width > 0 && height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && inWindow ? '' : name.slice(0, 120);
      });
      if (fault === 'end') {
        break;
      }
      if (fault) {
        unseen.push(fault);
      }
    }
    return {stops, unseen};
  }

  it.each(['/', '/docs', '/blog', '/search', '/markdown-page'])(
    'sees where it is, all through %s',
    async (path) => {
      const page = await site.open(path, {viewport: LAYOUTS.desktop, reducedMotion: 'reduce'});
      const {stops, unseen} = await walk(page);
      expect(unseen).toEqual([]);
      expect(stops).toBeGreaterThan(20);
    },
  );

  it('sees the actions of the code that it is in', async () => {
    const page = await site.open(PAGE);
    const copy = page.locator('[data-code-action="copy"]').first();
    await copy.focus();
    expect(await copy.locator('xpath=..').evaluate((actions) => getComputedStyle(actions).opacity)).toBe('1');
    expect(await copy.getAttribute('aria-label')).toBe('复制');
  });
});

describe('readers who need more contrast', () => {
  it.each(['light', 'dark'] as const)('have 7:1 for the text in %s mode', async (colorScheme) => {
    const page = await site.newPage({colorScheme, contrast: 'more', viewport: LAYOUTS.desktop});
    for (const path of ['/', '/markdown-page', '/blog']) {
      await site.visit(page, path);
      await page.addStyleTag({
        content:
          '.code, .home-code pre, mark, .footer, .button, .theme-admonition { display: none !important; }',
      });
      await settle(page);
      expect(await violations(page, ['color-contrast-enhanced']), path).toEqual([]);
    }
  });

  it.each(['light', 'dark'] as const)('can read matches in forced colours, %s', async (colorScheme) => {
    const page = await site.open('/search?q=relay', {forcedColors: 'active', colorScheme});
    await page.locator('main mark').first().waitFor();
    expect(await violations(page, ['color-contrast'], 'main mark')).toEqual([]);
  });

  it('keep the icons that are made of backgrounds, in the colours of their system', async () => {
    const page = await site.newPage({forcedColors: 'active'});
    await site.visit(page, PAGE);
    const colour = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
    const button = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.cssText = 'forced-color-adjust: none; background: ButtonText';
      return getComputedStyle(probe).backgroundColor;
    });
    for (const selector of ['[data-code-action="copy"]', '.menu__caret']) {
      expect(await colour(selector), selector).toBe(button);
    }
  });
});

import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {colorToggle, hold, HYDRATED, MAIN_SCRIPT, storeFirst, stored, TestSite} from './support/site';

const PAGE = '/docs/tutorial/quick_start';

const site = new TestSite(() => BUILD);

/** The mode that is shown, and the one that was chosen. */
function modes(page: Page): Promise<[string | undefined, string | undefined]> {
  return page.evaluate(() => {
    const {theme, themeChoice} = document.documentElement.dataset;
    return [theme, themeChoice];
  });
}

/** Waits until a mode is shown; a wait that fails names the mode. */
function shows(page: Page, mode: string): Promise<void> {
  return page.locator(`html[data-theme=${mode}]`).waitFor();
}

/** Notes every mode that the page is shown in from its first moment, and whether there was something to see before. */
async function recordModes(page: Page): Promise<() => Promise<{modes: string[]; late: boolean}>> {
  await page.addInitScript(() => {
    const seen = {modes: [] as string[], late: false};
    Object.assign(window, {seen});
    new MutationObserver(() => {
      seen.modes.push(document.documentElement.dataset.theme!);
      seen.late ||= seen.modes.length === 1 && document.querySelector('#__docusaurus') !== null;
    }).observe(document, {subtree: true, attributeFilter: ['data-theme']});
  });
  return () => page.evaluate(() => (window as unknown as {seen: {modes: string[]; late: boolean}}).seen);
}

describe('without a choice', () => {
  it('is light by default', async () => {
    const page = await site.open(PAGE, {colorScheme: 'no-preference'});
    expect(await modes(page)).toEqual(['light', 'system']);
    expect(await stored(page, 'theme')).toBeNull();
  });

  it('follows the system', async () => {
    const page = await site.open(PAGE, {colorScheme: 'dark'});
    expect(await modes(page)).toEqual(['dark', 'system']);
    await page.emulateMedia({colorScheme: 'light'});
    await shows(page, 'light');
    await page.emulateMedia({colorScheme: 'dark'});
    await shows(page, 'dark');
    expect(await stored(page, 'theme')).toBeNull();
  });

  it('ignores the system while printing, and is as the system is afterwards', async () => {
    const page = await site.newPage({colorScheme: 'dark'});
    const seen = await recordModes(page);
    await site.visit(page, PAGE);
    // What browsers do when they print.
    await page.emulateMedia({media: 'print', colorScheme: 'light'});
    await page.emulateMedia({media: 'print', colorScheme: 'dark'});
    await page.emulateMedia({media: 'print', colorScheme: 'light'});
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: light)').matches)).toBe(true);
    expect(await modes(page)).toEqual(['dark', 'system']);
    await page.emulateMedia({media: 'screen', colorScheme: 'light'});
    await shows(page, 'light');
    await page.emulateMedia({media: 'screen', colorScheme: 'dark'});
    await shows(page, 'dark');
    const before = (await seen()).modes.length;
    await page.pdf();
    expect((await seen()).modes.slice(before).filter((mode) => mode !== 'dark')).toEqual([]);
    expect(await modes(page)).toEqual(['dark', 'system']);
  });
});

describe('the toggle', () => {
  it('stores light and dark, and clears the choice to follow the system again', async () => {
    const page = await site.open(PAGE, {colorScheme: 'dark'});
    for (const [mode, shown, choice] of [
      ['浅色模式', 'light', 'light'],
      ['暗黑模式', 'dark', 'dark'],
    ]) {
      await colorToggle(page).click();
      await shows(page, shown!);
      expect(await colorToggle(page).getAttribute('aria-label')).toContain(mode);
      expect(await stored(page, 'theme')).toBe(choice);
    }
    await page.emulateMedia({colorScheme: 'light'});
    await site.visit(page, PAGE);
    expect(await modes(page)).toEqual(['dark', 'dark']);
    await colorToggle(page).click();
    await shows(page, 'light');
    expect(await colorToggle(page).getAttribute('aria-label')).toContain('跟随系统');
    expect(await stored(page, 'theme')).toBeNull();
    await page.emulateMedia({colorScheme: 'dark'});
    await shows(page, 'dark');
  });

  it('is disabled until the page is hydrated', async () => {
    const page = await site.newPage();
    const release = await hold(page, (request) => MAIN_SCRIPT.test(request.url()));
    await page.goto(site.origin + PAGE, {waitUntil: 'commit'});
    await colorToggle(page).waitFor();
    expect(await colorToggle(page).isDisabled()).toBe(true);
    release();
    await page.locator(HYDRATED).waitFor();
    expect(await colorToggle(page).isEnabled()).toBe(true);
  });

  it('of another tab is followed', async () => {
    const context = await site.newContext({colorScheme: 'light'});
    const [here, there] = [await context.newPage(), await context.newPage()];
    await site.visit(here, PAGE);
    await site.visit(there, '/about');
    await colorToggle(here).click();
    await colorToggle(here).click();
    await shows(there, 'dark');
    expect(await modes(there)).toEqual(['dark', 'dark']);
    await colorToggle(here).click();
    await shows(there, 'light');
    expect(await modes(there)).toEqual(['light', 'system']);
    await here.evaluate(() => localStorage.setItem('theme', 'dark'));
    await shows(there, 'dark');
    await here.evaluate(() => localStorage.setItem('theme', 'purple'));
    await shows(there, 'light');
  });
});

describe('a stored value', () => {
  it.each(['purple', 'DARK', 'system', 'null', ''])('of "%s" counts as light', async (value) => {
    const page = await site.newPage({colorScheme: 'dark'});
    await storeFirst(page, {theme: value});
    const release = await hold(page, (request) => MAIN_SCRIPT.test(request.url()));
    await page.goto(site.origin + PAGE, {waitUntil: 'commit'});
    await colorToggle(page).waitFor();
    expect(await modes(page)).toEqual(['light', 'light']);
    release();
    await page.locator(HYDRATED).waitFor();
    expect(await modes(page)).toEqual(['light', 'light']);
    expect(await colorToggle(page).getAttribute('aria-label')).toContain('浅色模式');
    await colorToggle(page).click();
    expect(await stored(page, 'theme')).toBe('dark');
  });

  it.each([
    ['dark', 'light'],
    ['light', 'dark'],
  ] as const)('of %s is shown without a flash of %s', async (mode, system) => {
    const page = await site.newPage({colorScheme: system});
    await storeFirst(page, {theme: mode});
    const seen = await recordModes(page);
    await site.visit(page, PAGE);
    expect(await modes(page)).toEqual([mode, mode]);
    expect(new Set((await seen()).modes)).toEqual(new Set([mode]));
    expect((await seen()).late).toBe(false);
  });
});

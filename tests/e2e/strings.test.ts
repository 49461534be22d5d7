import fs from 'node:fs';
import path from 'node:path';
import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {listPaths} from '../../src/plugins/checks/builtSite';
import {interfaceText, isForeign} from './support/interfaceText';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';
import allowed from './strings.json';

const ROOT = path.resolve(__dirname, '../..');
const THEME = path.join(ROOT, 'node_modules/@docusaurus/theme-translations/locales/zh-Hans');
const OURS = path.join(ROOT, 'i18n/zh-Hans');

function messagesOf(file: string): [string, string][] {
  const messages = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string | {message: string}>;
  return Object.entries(messages).map(([id, message]) => [
    id,
    typeof message === 'string' ? message : message.message,
  ]);
}

/** Every message that the interface may show, after what the site puts in the place of the theme's. */
function messages(): Map<string, string> {
  const theme = fs.readdirSync(THEME).map((name) => path.join(THEME, name));
  const ours = (fs.readdirSync(OURS, {recursive: true}) as string[])
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(OURS, name));
  return new Map([...theme, ...ours].flatMap(messagesOf));
}

/** Which of the allowed ones are there no more, and what is foreign and not allowed. */
function compare(
  found: Iterable<string>,
  allow: Record<string, string>,
): {missing: string[]; foreign: string[]} {
  const all = new Set(found);
  return {
    missing: Object.keys(allow).filter((text) => !all.has(text)),
    foreign: [...all].filter((text) => !(text in allow)).sort(),
  };
}

describe('the interface is Chinese', () => {
  it('in every message but the named ones', () => {
    const foreign = [...messages()].filter(([, message]) =>
      isForeign(message.replace(/\{\w+\}|<[^>]+>/g, '')),
    );
    expect(
      compare(
        foreign.map(([id]) => id),
        allowed.messages,
      ),
    ).toEqual({missing: [], foreign: []});
  });

  it('on every page that was built, but for the named words', () => {
    const found = listPaths(BUILD, '/').flatMap(({file}) =>
      interfaceText(fs.readFileSync(path.join(BUILD, file), 'utf8')).filter(isForeign),
    );
    expect(compare(found, allowed.pages)).toEqual({missing: [], foreign: []});
  });
});

describe('what opens over a page is Chinese', () => {
  const site = new TestSite(() => BUILD);

  async function foreignIn(page: Page, selector: string): Promise<string[]> {
    const html = await page.locator(selector).evaluate((element) => element.outerHTML);
    return interfaceText(html).filter(
      (text) => isForeign(text) && !(text in allowed.pages) && !(text in allowed.overlays),
    );
  }

  it('in the search dialog, with and without results', async () => {
    const page = await site.open('/docs/tutorial/quick_start');
    await page.keyboard.press('Control+k');
    await page.locator('.DocSearch-StartScreen').waitFor();
    expect(await foreignIn(page, '.DocSearch-Container')).toEqual([]);
    await page.locator('.DocSearch-Input').fill('龘靐齉');
    await page.locator('.DocSearch-NoResults').waitFor();
    expect(await foreignIn(page, '.DocSearch-Container')).toEqual([]);
  });

  it('in the sidebar of the mobile layout', async () => {
    const page = await site.open('/docs/tutorial/quick_start', {viewport: {width: 390, height: 844}});
    await page.locator('.navbar__toggle').click();
    await page.locator('.navbar-sidebar--show').waitFor();
    expect(await foreignIn(page, '.navbar-sidebar')).toEqual([]);
  });
});

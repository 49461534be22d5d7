import {beforeEach, describe, expect, it} from 'vitest';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';

const visitor = useVisitor();
const dialog = searchDialog(visitor);

/** What the page marks, and whether the first mark below the bar is in the window. */
const marks = () =>
  visitor.page.evaluate(() => {
    const ranges = [...((CSS.highlights.get('search-landing') as unknown as Set<Range>) ?? [])];
    return {
      texts: ranges.map((range) => range.toString().toLowerCase()),
      inView: ranges.some((range) => {
        const {top, bottom, height} = range.getBoundingClientRect();
        return height > 0 && top > 60 && bottom <= window.innerHeight;
      }),
    };
  });

beforeEach(() => visitor.visit('/docs/install'));

describe('The page that a result leads to', () => {
  it.each([
    ['a phrase', 'create_schedule'],
    ['a message', 'target.build.cuda is not enabled'],
  ])('marks %s and shows it', async (_, query) => {
    await dialog.open();
    await dialog.ask(query);
    await dialog.choose();
    await expect.poll(async () => (await marks()).texts[0]).toBe(query.toLowerCase());
    await expect.poll(async () => (await marks()).inView).toBe(true);
  });

  it('marks it after a click, too, and Escape takes the marks away', async () => {
    await dialog.open();
    await dialog.ask('create_schedule');
    await dialog.hits().first().locator('a').click();
    await expect.poll(async () => (await marks()).texts.length).toBeGreaterThan(0);
    await visitor.page.keyboard.press('Escape');
    expect((await marks()).texts).toEqual([]);
  });

  it('has no marks left on the page after it', async () => {
    await dialog.open();
    await dialog.ask('create_schedule');
    await dialog.choose();
    await expect.poll(async () => (await marks()).texts.length).toBeGreaterThan(0);
    await visitor.page
      .locator('a[href="/blog"]')
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await visitor.page.waitForURL('**/blog');
    await expect.poll(async () => (await marks()).inView).toBe(false);
  });

  it('marks it from the page of results', async () => {
    await visitor.visit('/search?q=create_schedule');
    await visitor.page.locator('main ol a').first().click();
    await expect.poll(async () => (await marks()).texts[0]).toBe('create_schedule');
  });
});

describe('An empty dialog', () => {
  it('suggests pages to begin with, each of which exists', async () => {
    await dialog.open();
    const links = visitor.page.locator('.DocSearch-StartScreen a');
    const addresses = await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect((await fetch(visitor.origin + address)).status, address).toBe(200);
    }
    await links.first().click();
    await visitor.page.waitForURL(`**${addresses[0]}`);
    await expect.poll(() => dialog.isOpen()).toBe(false);
  });
});

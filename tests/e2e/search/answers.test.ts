import {describe, expect, it} from 'vitest';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';
import {OLDER, OLDEST} from '../../support/releases';

const PAGE = '/docs/tutorial/quick_start';

const visitor = useVisitor();
const dialog = searchDialog(visitor);
const {visit} = visitor;
const find = (selector: string) => visitor.page.locator(selector);

describe('results', () => {
  it('are grouped by page, with the words marked and a link to the section', async () => {
    await visit(PAGE);
    await dialog.open();
    await dialog.ask('算子融合');
    expect(await find('.DocSearch-Hit-source').first().innerText()).not.toBe('');
    const first = dialog.hits().first();
    expect(await first.locator('mark').first().textContent()).toMatch(/算子|融合/);
    const href = await first.locator('a').getAttribute('href');
    expect(await dialog.choose()).toBe(href);
  });

  it.each([
    [`${OLDER.path}/tutorial/quick_start`, new RegExp(`^(${OLDER.path}|/blog|/about|/markdown-page)`)],
    [PAGE, /^\/(docs(?!\/0\.1)|blog|about|markdown-page)/],
  ])('of %s are of its version and of what belongs to all', async (path, own) => {
    await visit(path);
    await dialog.open();
    await dialog.ask('relay.build');
    const links = await dialog.links();
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !own.test(link))).toEqual([]);
  });

  it('of one page are five at most, and all of them on the search page of the same version', async () => {
    await visit(`${OLDER.path}/install`);
    await dialog.open();
    await dialog.ask('docker');
    const sizes = await find('.DocSearch-Hits').evaluateAll((all) =>
      all.map((group) => group.querySelectorAll('.DocSearch-Hit').length),
    );
    expect(Math.max(...sizes)).toBe(5);
    const all = find('.DocSearch-HitsFooter a');
    const count = /^查看全部 (\d+) 个结果$/.exec(await all.innerText())![1]!;
    await all.click();
    await dialog.input().waitFor({state: 'detached'});
    await visitor.page
      .getByRole('status')
      .filter({hasText: `${count} 个结果`})
      .waitFor();
    expect(await visitor.page.getByLabel('版本').locator('option:checked').innerText()).toBe(OLDER.release);
  });

  it.each([
    [1440, 10],
    [768, 5],
  ])('at %i pixels have snippets of %i words', async (width, words) => {
    await visitor.page.setViewportSize({width, height: 900});
    await visit(PAGE);
    await dialog.open();
    await dialog.ask('relay');
    const lengths = await find('.DocSearch-Hit-path').evaluateAll((all) =>
      all.map(({textContent}) => (textContent.match(/\p{Script=Han}{1,2}|[\w.]+/gu) ?? []).length),
    );
    expect(lengths.length).toBeGreaterThan(3);
    expect(Math.max(...lengths)).toBe(words);
  });
});

describe('a query that nothing answers', () => {
  it('is told, with what to search for instead and a way to report it', async () => {
    await visit(PAGE);
    await dialog.open();
    await dialog.ask('relay');
    await dialog.input().fill('zzqqxxyy');
    await find('.DocSearch-NoResults').waitFor();
    expect(await find('.DocSearch-NoResults .DocSearch-Title').innerText()).toMatch(
      /^没有结果：\s*「zzqqxxyy」$/,
    );
    expect(await find('.DocSearch-NoResults').innerText()).toContain('试试搜索');
    const report = new URL((await find('.DocSearch-NoResults a').getAttribute('href'))!);
    expect(report.pathname).toMatch(/\/issues\/new$/);
    expect(report.searchParams.get('title')).toBe('搜索「zzqqxxyy」没有结果');
  });

  it('has three suggestions at most, each of which this version answers', async () => {
    await visit(`${OLDEST.path}/tutorial/quick_start`);
    await dialog.open();
    for (const number of [0, 1, 2]) {
      await dialog.ask('relay');
      await dialog.input().fill('zzqqxxyy');
      const suggestions = find('.DocSearch-Prefill');
      await suggestions.first().waitFor();
      expect(await suggestions.count()).toBe(3);
      const title = await suggestions.nth(number).innerText();
      await suggestions.nth(number).click();
      await dialog.hits().first().waitFor();
      expect(await dialog.input().inputValue()).toBe(`${title.toLowerCase()} `);
      for (const link of await dialog.links()) {
        expect(link).toMatch(/^\/(docs\/0\.10\.0|blog|about|markdown-page)/);
      }
    }
  });
});

describe('an answer that takes long', () => {
  it('stalls after 300 ms, and is shown when it comes', async () => {
    const {page, context} = visitor;
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/search-index/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.clock.install();
    await visit(PAGE);
    await dialog.open();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const stalled = find('.DocSearch-Container--Stalled');
    await dialog.input().fill('relay');
    await page.clock.runFor(299);
    expect(await stalled.count()).toBe(0);
    await page.clock.runFor(1);
    await stalled.waitFor();
    expect(await find('.DocSearch-LoadingIndicator').isVisible()).toBe(true);
    release!();
    await page.clock.resume();
    await dialog.hits().first().waitFor();
    expect(await stalled.count()).toBe(0);
  });
});

describe('an index that cannot be fetched', () => {
  const error = () => find('.DocSearch-ErrorScreen');

  it('is told in the dialog for as long as it lasts', async () => {
    const {context} = visitor;
    await context.route('**/search-index/**', (route) => route.abort());
    await visit(PAGE);
    await dialog.open();
    await dialog.input().fill('relay');
    await error().waitFor();
    expect(await error().innerText()).toMatch(/无法获取结果\s+你可能需要检查网络连接。/);
    expect(await find('.DocSearch-NoResults').isVisible()).toBe(false);
    await dialog.input().fill('');
    await find('.DocSearch-StartScreen').waitFor();
    expect(await error().isVisible()).toBe(false);
    await context.unroute('**/search-index/**');
    await dialog.ask('relay.build');
    expect(await error().count()).toBe(0);
    expect(visitor.errors).toEqual([]);
  });
});

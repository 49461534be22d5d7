import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {BUILD} from '../support/pages';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';

const PAGE = '/docs/tutorial/quick_start';

const visitor = useVisitor();
const dialog = searchDialog(visitor);
const {visit} = visitor;
const button = () => visitor.page.getByRole('button', {name: '搜索', exact: true});

describe('the search dialog opens', () => {
  it.each(['Control+k', 'Meta+k', '/'])('with %s', async (key) => {
    await visit(PAGE);
    await dialog.open(key);
    const {page} = visitor;
    expect(await page.getByRole('dialog', {name: '搜索'}).count()).toBe(1);
    expect(await page.locator('.DocSearch-Container[role=button]').count()).toBe(0);
    expect(await dialog.input().evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('by its button, whose name and placeholder are Chinese', async () => {
    await visit(PAGE);
    await button().click();
    await dialog.input().waitFor();
    expect(await dialog.input().getAttribute('placeholder')).toBe('搜索文档');
    expect(await visitor.page.locator('.DocSearch-Commands').innerText()).toMatch(/选中[^]*导航[^]*关闭/);
    expect(await visitor.page.locator('.DocSearch-StartScreen').innerText()).toMatch(/^没有最近搜索\n/);
  });

  it('with a letter typed on the button, as the query', async () => {
    await visit(PAGE);
    await button().focus();
    await dialog.open('r');
    expect(await dialog.input().inputValue()).toBe('r');
  });

  it.each(['main input[name=q]', 'main select[name=version]'])('not with a slash in %s', async (field) => {
    await visit('/search');
    await visitor.page.locator(field).press('/');
    await visitor.page.locator('body').click();
    expect(await dialog.isOpen()).toBe(false);
    await dialog.open('/');
  });

  it('with the selected text, cut to 64 characters', async () => {
    await visit(PAGE);
    const {page} = visitor;
    const selected = await page.evaluate(() => {
      getSelection()!.selectAllChildren(document.querySelector('[data-article]')!);
      return getSelection()!.toString();
    });
    await dialog.open('Control+k');
    expect(await dialog.input().inputValue()).toBe(selected.slice(0, 64).replace(/\n/g, ''));
  });

  it('with Ctrl+K in the moment in which a result leads elsewhere, with an empty field', async () => {
    await visit(PAGE);
    await dialog.open();
    await dialog.ask('relay.build');
    const {page} = visitor;
    await page.evaluate(() => {
      const {pushState} = history;
      history.pushState = function (...args) {
        pushState.apply(this, args);
        document.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', ctrlKey: true, bubbles: true}));
      };
    });
    await dialog.input().press('Enter');
    await page.waitForURL((url) => url.pathname !== PAGE);
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.DocSearch-Input')?.value === '',
    );
  });

  it('and takes no more than 500 characters', async () => {
    await visit(PAGE);
    await dialog.open();
    await dialog.input().fill('a'.repeat(510));
    expect((await dialog.input().inputValue()).length).toBe(500);
  });

  it('not where its code cannot be fetched, and says so until it can', async () => {
    await visit(PAGE);
    const {context, page} = visitor;
    await context.route('**/assets/**', (route) => route.abort());
    await page.keyboard.press('/');
    await page.getByRole('alert').filter({hasText: '无法获取结果'}).waitFor();
    await context.unroute('**/assets/**');
    await dialog.open('/');
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
  });
});

describe('the search dialog closes', () => {
  it.each([
    ['Escape', () => visitor.page.keyboard.press('Escape')],
    ['Ctrl+K', () => visitor.page.keyboard.press('Control+k')],
    ['a click beside it', () => visitor.page.mouse.click(5, 400)],
  ])('with %s: the focus is back on the button and the next query is empty', async (_, close) => {
    await visit(PAGE);
    await button().click();
    await dialog.input().fill('融合');
    await close();
    await dialog.input().waitFor({state: 'detached'});
    await visitor.page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === '搜索');
    await dialog.open('Control+k');
    expect(await dialog.input().inputValue()).toBe('');
  });

  it('by its button on a small screen', async () => {
    await visitor.page.setViewportSize({width: 390, height: 844});
    await visit(PAGE);
    await button().click();
    await visitor.page.getByRole('button', {name: '取消'}).click();
    await dialog.input().waitFor({state: 'detached'});
  });
});

describe('until the search dialog opens', () => {
  it('nothing of it is loaded', async () => {
    const requests: string[] = [];
    visitor.page.on('request', (request) => requests.push(request.url()));
    await visit(PAGE);
    await visitor.page.waitForLoadState('networkidle');
    expect(requests.filter((url) => /search-index|docsearch/i.test(url))).toEqual([]);
  });

  it('no script of a page holds it', () => {
    const scripts = (page: string) =>
      fs.readFileSync(path.join(BUILD, page), 'utf8').match(/\/assets\/js\/[^"\s>]+\.js/g) ?? [];
    const holding = fs
      .readdirSync(path.join(BUILD, 'assets/js'))
      .filter((name) =>
        fs.readFileSync(path.join(BUILD, 'assets/js', name), 'utf8').includes('DocSearch-Modal'),
      );
    expect(holding.length).toBeGreaterThan(0);
    for (const page of ['index.html', 'search.html', `${PAGE.slice(1)}.html`]) {
      expect(scripts(page).length).toBeGreaterThan(0);
      expect(scripts(page).filter((script) => holding.includes(path.basename(script)))).toEqual([]);
    }
  });
});

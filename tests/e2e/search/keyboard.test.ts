import {beforeEach, describe, expect, it} from 'vitest';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';

const PAGE = '/docs/tutorial/quick_start';

const visitor = useVisitor();
const dialog = searchDialog(visitor);

beforeEach(async () => {
  await visitor.visit(PAGE);
  await dialog.open();
});

const press = (key: string) => visitor.page.keyboard.press(key);
const path = () => new URL(visitor.page.url()).pathname;
const activeId = () => dialog.active().getAttribute('id');

describe('with the arrow keys', () => {
  it('the next and the previous result become active, round and round, and the field says which', async () => {
    await dialog.ask('relay');
    const ids = await dialog.hits().evaluateAll((all) => all.map(({id}) => id));
    expect(await activeId()).toBe(ids[0]);
    await press('ArrowDown');
    expect(await activeId()).toBe(ids[1]);
    expect(await dialog.input().getAttribute('aria-activedescendant')).toBe(ids[1]);
    await press('ArrowUp');
    await press('ArrowUp');
    expect(await activeId()).toBe(ids.at(-1));
    await press('ArrowDown');
    expect(await activeId()).toBe(ids[0]);
  });

  it('and Enter one gets to a result', async () => {
    await dialog.ask('relay');
    await press('ArrowDown');
    const second = await dialog.hits().nth(1).locator('a').getAttribute('href');
    expect(await dialog.choose()).toBe(second);
  });
});

describe('with the mouse', () => {
  it('the result below it becomes active and is gone to', async () => {
    await dialog.ask('relay');
    const third = dialog.hits().nth(2);
    await third.hover();
    expect(await activeId()).toBe(await third.getAttribute('id'));
    const href = await third.locator('a').getAttribute('href');
    await third.click();
    await dialog.arriveAt(href!);
  });
});

describe('with Tab', () => {
  const focused = () =>
    visitor.page.evaluate(() => {
      const element = document.activeElement!;
      return {inPage: element.closest('#__docusaurus') !== null, name: element.className};
    });

  it('no result stays active, and the focus goes on in the dialog', async () => {
    await dialog.ask('relay');
    await press('Tab');
    expect(await dialog.active().count()).toBe(0);
    expect((await focused()).name).toBe('DocSearch-Reset');
    await press('Tab');
    expect(await dialog.hits().first().locator('a:focus').count()).toBe(1);
    await press('Shift+Tab');
    await press('Shift+Tab');
    expect((await focused()).name).toBe('DocSearch-Input');
    await dialog.active().waitFor();
  });

  it('the focus never gets to the page behind', async () => {
    await dialog.ask('relay');
    await press('Shift+Tab');
    expect(await visitor.page.locator('.DocSearch-HitsFooter a:focus').count()).toBe(1);
    const stops = (await dialog.hits().count()) + 4;
    for (let i = 0; i < stops; i++) {
      await press('Tab');
      expect((await focused()).inPage).toBe(false);
    }
  });
});

describe('Enter', () => {
  it('does nothing where there is no result to choose', async () => {
    await press('Enter');
    await dialog.input().fill('zzqqxxyy');
    await visitor.page.locator('.DocSearch-NoResults').waitFor();
    await press('Enter');
    expect(await dialog.isOpen()).toBe(true);
    expect(path()).toBe(PAGE);
  });

  it('does nothing with Alt', async () => {
    await dialog.ask('relay');
    await press('Alt+Enter');
    expect(await dialog.isOpen()).toBe(true);
    expect(path()).toBe(PAGE);
    expect(visitor.context.pages()).toHaveLength(1);
  });

  it.each([
    ['Control', 'tab', 'noopener'],
    ['Meta', 'tab', 'noopener'],
    ['Shift', 'window', 'noopener,popup'],
  ])('with %s opens a new %s and leaves the dialog as it is', async (modifier, _, features) => {
    const {page, context} = visitor;
    // A browser without a screen opens windows as tabs; what it was asked for tells them apart.
    await page.evaluate(() => {
      const {open} = window;
      window.open = (...args) => {
        Object.assign(window, {asked: args[2]});
        return open.apply(window, args);
      };
    });
    await dialog.ask('relay');
    const href = await dialog.active().locator('a').getAttribute('href');
    const [opened] = await Promise.all([context.waitForEvent('page'), press(`${modifier}+Enter`)]);
    await opened.waitForURL(
      (url) => decodeURIComponent(url.pathname + url.hash) === decodeURIComponent(href!),
    );
    expect(await page.evaluate(() => (window as {asked?: string}).asked)).toBe(features);
    expect(path()).toBe(PAGE);
    expect(await dialog.isOpen()).toBe(true);
  });
});

describe('keys of an input method', () => {
  it('choose no result and close nothing', async () => {
    const {page, context} = visitor;
    await dialog.ask('relay');
    const session = await context.newCDPSession(page);
    await session.send('Input.imeSetComposition', {text: 'ronghe', selectionStart: 6, selectionEnd: 6});
    for (const [key, code] of [
      ['Enter', 13],
      ['Escape', 27],
    ] as const) {
      await session.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key,
        code: key,
        windowsVirtualKeyCode: code,
      });
      await session.send('Input.dispatchKeyEvent', {
        type: 'keyUp',
        key,
        code: key,
        windowsVirtualKeyCode: code,
      });
    }
    expect(await dialog.isOpen()).toBe(true);
    expect(path()).toBe(PAGE);
    await session.send('Input.insertText', {text: '融合'});
    expect(await dialog.input().inputValue()).toContain('融合');
  });

  it.each(['Enter', 'Escape'])('that Safari reports after the composition, like %s, neither', async (key) => {
    await dialog.ask('relay');
    await dialog.input().evaluate((input, name) => {
      const event = new KeyboardEvent('keydown', {key: name, bubbles: true, cancelable: true, keyCode: 229});
      input.dispatchEvent(event);
    }, key);
    expect(await dialog.isOpen()).toBe(true);
    expect(path()).toBe(PAGE);
  });
});

import {describe, expect, it} from 'vitest';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';

const PAGE = '/docs/tutorial/quick_start';
const RECENT = '__DOCSEARCH_RECENT_SEARCHES__embedded';
const FAVORITE = '__DOCSEARCH_FAVORITE_SEARCHES__embedded';

const visitor = useVisitor();
const dialog = searchDialog(visitor);
const {visit} = visitor;
const find = (selector: string) => visitor.page.locator(selector);
const group = (title: string) => find('.DocSearch-Hits').filter({has: find(`text="${title}"`)});
const recent = () => group('最近搜索').locator('.DocSearch-Hit');
const favorite = () => group('收藏').locator('.DocSearch-Hit');

function entries(name: string, count: number): string {
  return JSON.stringify(
    Array.from({length: count}, (_, i) => ({
      objectID: `${name}${i}`,
      url: `/docs#${name}${i}`,
      type: 'lvl1',
      hierarchy: {lvl0: '文档', lvl1: `${name} ${i}`},
      content: null,
    })),
  );
}

/** Opens the dialog of a page whose browser has stored something before. */
async function openWith(stored: Record<string, string>): Promise<void> {
  await visit(PAGE);
  await visitor.page.evaluate((items) => {
    for (const [key, value] of Object.entries(items)) {
      localStorage.setItem(key, value);
    }
  }, stored);
  await dialog.open();
}

const storedUnder = (key: string) =>
  visitor.page.evaluate(
    (name) => (JSON.parse(localStorage.getItem(name) ?? '[]') as {objectID: string}[]).map((e) => e.objectID),
    key,
  );

describe('recent searches', () => {
  it.each(['relay.build', '算子融合'])('have the result that was chosen for %s', async (query) => {
    await visit(PAGE);
    await dialog.open();
    await dialog.ask(query);
    const href = await dialog.choose();
    await dialog.open();
    await recent().first().waitFor();
    expect(await recent().locator('a').getAttribute('href')).toBe(href);
    expect(await storedUnder(RECENT)).toHaveLength(1);
  });

  it('are seven at most, the last first', async () => {
    await openWith({[RECENT]: entries('recent', 12)});
    await recent().first().waitFor();
    expect(await recent().count()).toBe(7);
    await dialog.ask('relay.build');
    await dialog.choose();
    const stored = await storedUnder(RECENT);
    expect(stored).toHaveLength(7);
    expect(stored.slice(1)).toEqual(['recent0', 'recent1', 'recent2', 'recent3', 'recent4', 'recent5']);
  });

  it('are four at most where there are favorites', async () => {
    await openWith({[RECENT]: entries('recent', 12), [FAVORITE]: entries('favorite', 1)});
    await recent().first().waitFor();
    expect(await recent().count()).toBe(4);
    expect(await favorite().count()).toBe(1);
  });

  it('can be removed', async () => {
    await openWith({[RECENT]: entries('recent', 2)});
    await recent().first().getByTitle('从历史记录中删除这个搜索').click();
    await recent().nth(1).waitFor({state: 'detached'});
    expect(await storedUnder(RECENT)).toEqual(['recent1']);
  });
});

describe('favorite searches', () => {
  it.each(['no-preference', 'reduce'] as const)(
    'come from recent ones, with motion %s',
    async (reducedMotion) => {
      await visitor.page.emulateMedia({reducedMotion});
      await openWith({[RECENT]: entries('recent', 2)});
      await recent().first().getByTitle('保存这个搜索').click();
      await favorite().first().waitFor();
      expect(await storedUnder(FAVORITE)).toEqual(['recent0']);
      expect(await storedUnder(RECENT)).toEqual(['recent1']);
      await favorite().first().getByTitle('从收藏列表中删除这个搜索').click();
      await favorite().first().waitFor({state: 'detached'});
      expect(await storedUnder(FAVORITE)).toEqual([]);
    },
  );

  it('are ten at most', async () => {
    await openWith({[RECENT]: entries('recent', 1), [FAVORITE]: entries('favorite', 14)});
    await favorite().first().waitFor();
    expect(await favorite().count()).toBe(10);
    await recent().first().getByTitle('保存这个搜索').click();
    await recent().first().waitFor({state: 'detached'});
    expect(await favorite().count()).toBe(10);
    expect((await storedUnder(FAVORITE))[0]).toBe('recent0');
    expect(await storedUnder(FAVORITE)).toHaveLength(10);
  });
});

/** The dialog starts empty and works to the end. */
async function expectEmptyAndWorking(): Promise<void> {
  await find('.DocSearch-StartScreen').waitFor();
  expect(await find('.DocSearch-StartScreen').innerText()).toMatch(/^没有最近搜索\n/);
  await dialog.ask('relay.build');
  await dialog.choose();
  expect(visitor.errors).toEqual([]);
}

describe('a storage', () => {
  it.each([
    'rubbish',
    '[1, null, {"url": 3}]',
    '{"a": 1}',
    '"text"',
    '[{"objectID":"a","url":"javascript:alert(1)","type":"lvl1","hierarchy":{"lvl1":"x"}}]',
    '[{"objectID":"a","url":"/docs","type":"lvl3","hierarchy":{"lvl1":"x"}}]',
  ])('that holds %s counts as empty', async (stored) => {
    await openWith({[RECENT]: stored, [FAVORITE]: stored});
    await expectEmptyAndWorking();
  });

  it.each(['setItem', 'getItem'] as const)('whose %s fails counts as empty', async (method) => {
    await visitor.context.addInitScript((name) => {
      Storage.prototype[name] = () => {
        throw new DOMException('denied', 'SecurityError');
      };
    }, method);
    await visit(PAGE);
    await dialog.open();
    await expectEmptyAndWorking();
  });

  it('that is full keeps no one from a result', async () => {
    await visit(PAGE);
    await visitor.page.evaluate(() => {
      for (let size = 1 << 22; size > 64; size >>= 1) {
        try {
          for (let i = 0; ; i++) {
            localStorage.setItem(`filling ${size} ${i}`, ' '.repeat(size));
          }
        } catch {
          // Full for this size.
        }
      }
    });
    await dialog.open();
    await expectEmptyAndWorking();
  });

  it('that holds markup renders none', async () => {
    const image = '<img src=x onerror="window.poisoned=true">';
    await openWith({[RECENT]: entries(image, 1), [FAVORITE]: entries(image, 1)});
    await recent().first().waitFor();
    expect(await recent().innerText()).toContain('<img');
    expect(await find('.DocSearch-Hit img').count()).toBe(0);
    expect(await visitor.page.evaluate(() => 'poisoned' in window)).toBe(false);
  });
});

import {describe, expect, it} from 'vitest';
import {useVisitor} from '../support/visitor';
import {LATEST, OLDER} from '../../support/releases';

const visitor = useVisitor();
const {visit} = visitor;
const find = (selector: string) => visitor.page.locator(selector);
const status = () => visitor.page.getByRole('status');
const version = () => visitor.page.getByLabel('版本');

describe('the search page', () => {
  it('answers the query of its address', async () => {
    await visit(`/search?q=${encodeURIComponent('算子融合')}`);
    await find('main h2').first().waitFor();
    expect(await status().textContent()).toMatch(/\d+ 个结果/);
    expect(await find('main mark').first().textContent()).toMatch(/算子|融合/);
  });

  it('searches one version, which can be chosen and stays in its address', async () => {
    await visit('/search?q=relay');
    await find('main h2').first().waitFor();
    await version().selectOption({label: OLDER.release});
    await find(`main h2 a[href^="${OLDER.path}"]`).first().waitFor();
    const links = await find('main ol a').evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
    expect(links.filter((link) => !/^\/(docs\/0\.12\.0|blog|about|markdown-page)/.test(link))).toEqual([]);
    await find('main input[name=q]').fill('tvmc');
    await find('main input[name=q]').press('Enter');
    await visitor.page.waitForURL(`**/search?q=tvmc&version=${OLDER.release}`);
    await visitor.page.reload();
    await find(`main h2 a[href^="${OLDER.path}"]`).first().waitFor();
    expect(await version().locator('option:checked').innerText()).toBe(OLDER.release);
  });

  it('takes a version that does not exist for none', async () => {
    await visit('/search?q=relay&version=9.9.9');
    await find('main h2').first().waitFor();
    expect(await version().locator('option:checked').innerText()).toBe(LATEST.release);
  });

  it('shows twenty results, and more on demand', async () => {
    await visit('/search?q=relay');
    await find('main h2').first().waitFor();
    const shown = () => find('main ol ol, main ol ul').locator('li').count();
    expect(await shown()).toBe(20);
    await visitor.page.getByRole('button', {name: '显示更多结果'}).click();
    await visitor.page.waitForFunction(() => document.querySelectorAll('main ol ul li').length > 20);
    expect(await shown()).toBeLessThanOrEqual(40);
  });

  it('answers the last of several queries that follow each other at once', async () => {
    await visit('/search');
    const queries = ['relay', 'tvmc', 'uma', 'te.compute', 'tvmc'];
    const shown = await visitor.page.evaluate(
      (all) =>
        new Promise<string[]>((resolve) => {
          const main = document.querySelector('main')!;
          const answered: string[] = [];
          const ask = () => {
            const field = main.querySelector<HTMLInputElement>('input[name=q]')!;
            field.value = all[answered.length]!;
            field.form!.requestSubmit();
          };
          // Asks the next one at several moments after an answer: before, while and after the address follows.
          new MutationObserver(() => {
            const {defaultValue} = main.querySelector<HTMLInputElement>('input[name=q]')!;
            const status = main.querySelector('[role=status]')!.textContent;
            if (defaultValue === all[answered.length] && /个结果/.test(status)) {
              answered.push(defaultValue);
              if (answered.length === all.length) {
                resolve(answered);
              } else {
                setTimeout(ask, [0, 15, 25, 35][answered.length - 1]);
              }
            }
          }).observe(main, {subtree: true, childList: true, characterData: true});
          ask();
        }),
      queries,
    );
    expect(shown).toEqual(queries);
    await visitor.page.waitForURL('**/search?q=tvmc&version=*');
  });

  it('keeps an answer until the next one is there, unless that takes long or is of another version', async () => {
    await visit('/search?q=relay');
    await find('main h2').first().waitFor();
    let release: () => void = () => undefined;
    let held: Promise<void>;
    const hold = () => (held = new Promise<void>((resolve) => (release = resolve)));
    await visitor.context.route('**/search-index/**', (route) => held.then(() => route.continue()));
    void hold();
    const {clock} = visitor.page;
    await clock.install();
    await clock.pauseAt(Date.now() + 60_000);
    await find('main input[name=q]').fill('uma');
    await find('main input[name=q]').press('Enter');
    // The query is sent from an effect, which waits for a frame.
    await clock.runFor(100);
    await expect.poll(() => status().textContent()).toBe('');
    expect(await find('main h2').count()).toBeGreaterThan(0);
    await clock.runFor(300);
    await status().filter({hasText: '正在查找'}).waitFor();
    expect(await find('main h2').count()).toBe(0);
    release();
    await clock.resume();
    await status()
      .filter({hasText: /\d+ 个结果/})
      .waitFor();
    void hold();
    await clock.pauseAt(Date.now() + 120_000);
    await version().selectOption({label: OLDER.release});
    await clock.runFor(100);
    await expect.poll(() => find('main h2').count()).toBe(0);
    expect(await status().textContent()).toBe('');
  });

  it('says that nothing was found', async () => {
    await visit('/search?q=zzqqxxyy');
    await status().filter({hasText: '未找到结果'}).waitFor();
  });

  it('says that the index cannot be fetched, and asks again when told to', async () => {
    await visitor.context.route('**/search-index/**', (route) => route.abort());
    await visit('/search?q=relay');
    await status().filter({hasText: '无法获取结果 · 你可能需要检查网络连接。'}).waitFor();
    await visitor.context.unroute('**/search-index/**');
    await visitor.page.getByRole('button', {name: '搜索', exact: true}).last().click();
    await find('main h2').first().waitFor();
    expect(visitor.errors).toEqual([]);
  });

  it.each([
    ['markup', encodeURIComponent('<img src=x onerror=window.poisoned=1>')],
    ['10,000 characters', 'a'.repeat(10_000)],
    ['pictures', encodeURIComponent('🎉👩‍👩‍👧‍👦'.repeat(20))],
    ['a broken encoding', '%E0%A4%A'],
    ['half a character', '%ED%A0%80'],
    ['only a percent sign', '%'],
  ])('stands %s', async (_, query) => {
    await visit(`/search?q=${query}`);
    await status().filter({hasText: /结果/}).waitFor();
    expect(visitor.errors).toEqual([]);
    expect(await visitor.page.evaluate(() => 'poisoned' in window)).toBe(false);
    expect(await find('main img').count()).toBe(0);
    expect([...(await find('main input[name=q]').inputValue())].length).toBeLessThanOrEqual(500);
  });
});

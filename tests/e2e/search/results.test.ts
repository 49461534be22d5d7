import {describe, expect, it} from 'vitest';
import {useVisitor} from '../support/visitor';
import {OLDER} from '../../support/releases';

const visitor = useVisitor();
const {visit} = visitor;
const find = (selector: string) => visitor.page.locator(selector);
const status = () => visitor.page.getByRole('status');
const kind = () => visitor.page.getByLabel('结果的类型');

describe('the results on the search page', () => {
  it('lead to the place that was found, with the page beside it', async () => {
    await visit('/search?q=tir.Schedule.compute_at');
    const first = find('main h2 a').first();
    expect(await first.getAttribute('href')).toBe(
      '/docs/reference/api/python/tir/schedule#tvm.tir.Schedule.compute_at',
    );
    const item = find('main ol > li').first();
    expect(await item.locator('code').first().innerText()).toMatch(/^compute_at\(block, loop/);
    expect(await item.locator('p').first().innerText()).toMatch(/^API/);
    await first.click();
    await visitor.page.waitForURL('**#tvm.tir.Schedule.compute_at');
  });

  it('say of what kind they are, and can be narrowed to one', async () => {
    await visit(`/search?q=${encodeURIComponent('调度')}`);
    await find('main h2').first().waitFor();
    const all = Number(/\d+/.exec((await status().textContent())!)![0]);
    await kind().selectOption({label: 'API'});
    await visitor.page.waitForURL('**&kind=api');
    await expect
      .poll(async () => Number(/\d+/.exec((await status().textContent()) ?? '')?.[0] ?? all))
      .toBeLessThan(all);
    const links = await find('main ol a').evaluateAll((list) => list.map((a) => a.getAttribute('href')!));
    expect(links.filter((link) => !link.includes('/reference/api/'))).toEqual([]);
    await visitor.page.reload();
    await find('main h2').first().waitFor();
    expect(await kind().locator('option:checked').innerText()).toBe('API');
    await visit('/search?q=target.build.cuda%20is%20not%20enabled');
    expect(await find('main ol > li').first().locator('p').first().innerText()).toMatch(/^报错/);
  });

  it('are where they were when a reader comes back', async () => {
    await visit('/search?q=relay');
    await find('main h2').first().waitFor();
    await visitor.page.getByRole('button', {name: '显示更多结果'}).click();
    await visitor.page.waitForFunction(() => document.querySelectorAll('main ol ul li').length > 20);
    const link = find('main ol ul li a').nth(24);
    await link.scrollIntoViewIfNeeded();
    const left = await visitor.page.evaluate(() => window.scrollY);
    expect(left).toBeGreaterThan(800);
    await link.click();
    await visitor.page.waitForURL('**/docs/**');
    await find('article').waitFor();
    await visitor.page.goBack();
    await find('main h2').first().waitFor();
    await expect.poll(() => visitor.page.evaluate(() => window.scrollY)).toBeGreaterThan(left - 100);
    expect(await find('main ol ul li').count()).toBeGreaterThan(20);
  });

  it('suggest where nothing was found what to ask and where to begin', async () => {
    await visit(`/search?q=zzqqxxyy&version=${OLDER.release}`);
    await status().filter({hasText: '未找到结果'}).waitFor();
    await visitor.page.getByRole('link', {name: '算子融合'}).click();
    await find(`main h2 a[href^="${OLDER.path}"]`).first().waitFor();
    await visit('/search');
    expect(
      await visitor.page.getByRole('main').getByRole('link', {name: '常见报错'}).getAttribute('href'),
    ).toBe('/docs/how_to/errors');
  });
});

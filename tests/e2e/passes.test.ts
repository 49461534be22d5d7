import {expect, it} from 'vitest';
import {BUILD} from './support/pages';
import {faultsInBothModes} from './support/axe';
import {TestSite} from './support/site';
import {OLDER} from '../support/releases';

const site = new TestSite(() => BUILD);

it('Every pass of a compilation can be found, followed and shared', async () => {
  const page = await site.open('/passes', {colorScheme: 'light', viewport: {width: 390, height: 844}});
  const log = site.watch(page);
  const passes = page.locator('main ol button');
  const name = page.locator('main h2');
  await passes.first().waitFor();
  const changed = await passes.count();
  expect(await faultsInBothModes(page)).toEqual([]);

  await page.getByRole('searchbox', {name: '按名字筛选'}).fill('fuseops');
  expect(await passes.allTextContents()).toEqual(['FuseOps']);
  await passes.first().click();
  expect(await name.textContent()).toBe('FuseOps');
  const change = page.locator('main pre');
  await expect.poll(() => change.textContent()).toMatch(/^\+ .*fn \(.*Primitive=1/m);

  await page.getByRole('searchbox', {name: '按名字筛选'}).fill('');
  await page.getByRole('checkbox', {name: '只看有变化的'}).uncheck();
  await expect.poll(() => passes.count()).toBeGreaterThan(changed);
  await page.getByRole('button', {name: '下一个'}).click();
  await expect.poll(() => name.textContent()).not.toBe('FuseOps');

  const shared = new URL(page.url());
  expect(shared.hash).toMatch(/^#step-\d+$/);
  const shown = await name.textContent();
  await site.visit(page, '/updates');
  await site.visit(page, `/passes${shared.hash}`);
  await expect.poll(() => name.textContent()).toBe(shown);

  await page.getByRole('combobox').selectOption(OLDER.release);
  await expect.poll(() => page.url()).toContain(`?version=${OLDER.release}`);
  await expect.poll(() => name.textContent()).toBe('sequential');
  expect(log.errors).toEqual([]);
});

it('A record that does not arrive is told', async () => {
  const page = await site.newPage();
  await page.route('**/passes/*.json', (route) => route.abort());
  await site.visit(page, '/passes');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('记录没有加载成功');
});

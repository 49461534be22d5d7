import fs from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import type {Page} from 'playwright-core';
import {proofsOf, readProbeRuns, sumProofs} from '../../src/content/probeRecords';
import {LATEST} from '../support/releases';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';

const site = new TestSite(() => BUILD);
const ROOT = path.resolve(__dirname, '../..');
const PAGE = '/docs/reference/api/python/driver';

const shown = (page: Page) =>
  page
    .locator('.api-index li')
    .evaluateAll((items) =>
      items.filter((item) => item.checkVisibility()).map((item) => item.querySelector('a')!.title),
    );

/** Compressed bytes that a page of the reference may have, as the pages with most code: see bench/budgets.json. */
const MOST_BYTES = 40_000;

it('No page of the reference is larger than the largest other pages', () => {
  const root = path.join(BUILD, 'docs');
  const pages = fs
    .readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.html') && !/^\d/.test(name))
    .map((name) => {
      const html = fs.readFileSync(path.join(root, name));
      return {name, elements: html.toString().match(/<[a-z]/gi)!.length, bytes: gzipSync(html).length};
    });
  const isReference = ({name}: {name: string}) => name.startsWith('reference/api/python/');
  const mostElements = Math.max(...pages.filter((page) => !isReference(page)).map(({elements}) => elements));
  const reference = pages.filter(isReference);
  expect(reference.length).toBeGreaterThan(20);
  expect(reference.filter(({elements, bytes}) => elements > mostElements || bytes > MOST_BYTES)).toEqual([]);
});

describe('A page of the API reference', () => {
  it('has an index of its names, which narrows to what is typed', async () => {
    const page = await site.open(PAGE);
    expect(await shown(page)).toEqual(['tvm.lower', 'tvm.build']);
    await page.locator('[data-reference-filter]').fill('BUILD');
    await expect.poll(() => shown(page)).toEqual(['tvm.build']);
    expect(await page.locator('.api-index output').textContent()).toBe('1 个名称');
    await page.locator('[data-reference-filter]').fill('没有的名称');
    await expect.poll(() => shown(page)).toEqual([]);
    await page.locator('[data-reference-filter]').fill('');
    await expect.poll(() => shown(page)).toEqual(['tvm.lower', 'tvm.build']);
  });

  it('shows as many names as it counts, and opens the first on Enter', async () => {
    const page = await site.open('/docs/reference/api/python/relay/nn');
    const field = page.locator('[data-reference-filter]');
    await field.fill('conv2d');
    const output = page.locator('.api-index output');
    await expect.poll(() => output.textContent()).not.toBe('41 个名称');
    const names = await shown(page);
    expect(await output.textContent()).toBe(`${names.length} 个名称`);
    expect(names.every((name) => name.includes('conv2d'))).toBe(true);
    await field.press('Enter');
    await page.waitForURL((url) => url.hash === `#${names[0]}`);
  });

  it('is a plain list without script', async () => {
    const page = await site.newPage({javaScriptEnabled: false});
    await page.goto(site.origin + PAGE);
    expect(await page.locator('[data-reference-filter]').isVisible()).toBe(false);
    expect(await shown(page)).toHaveLength(2);
  });

  it('links the definition, and copies the signature and an import', async () => {
    const page = await site.open(PAGE, {permissions: ['clipboard-read', 'clipboard-write']});
    const block = page.locator('.code--signature', {hasText: 'tvm.build('});
    await block.scrollIntoViewIfNeeded();
    expect(await block.locator('.source-link').getAttribute('href')).toMatch(
      /\/blob\/v0\.13\.0\/python\/tvm\/driver\/build_module\.py#L\d+$/,
    );
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await block.locator('[data-code-action="import"]').click();
    await expect.poll(clipboard).toBe('import tvm');
    expect(
      await block
        .locator('[data-code-action="import"]')
        .evaluate((button) => getComputedStyle(button, '::after').content),
    ).toContain('已复制');
    await block.locator('[data-code-action="copy"]').click();
    await expect.poll(clipboard).toMatch(/^tvm\.build\(inputs, args=None/);
  });

  it('says at an entry how many assertions hold for it, and leads to their code', async () => {
    const proofs = proofsOf(readProbeRuns(ROOT, LATEST.release));
    const page = await site.open('/docs/reference/api/python/te');
    const link = page
      .locator('.code--signature', {hasText: 'tvm.te.placeholder('})
      .locator('.signature-facts .proofs');
    const {proved, place} = proofs.get('tvm.te.placeholder')!;
    expect(await link.textContent()).toBe(`${proved} 处断言成立`);
    const [, file, line] = /\/blob\/main\/(.*)#L(\d+)$/.exec((await link.getAttribute('href'))!)!;
    expect(`${file}#L${line}`).toBe(place);
    const code = fs.readFileSync(path.join(ROOT, file!), 'utf8').split('\n');
    expect(code[Number(line) - 1]).toContain('tvm.te.placeholder');
    const entries = await shown(page);
    const without = entries.filter((name) => !proofs.has(name));
    expect(await page.locator('.signature-facts .proofs').count()).toBe(entries.length - without.length);
    expect(await page.locator('.page-proofs').textContent()).toContain(`在 TVM ${LATEST.release} 上成立`);
    const {proved: all} = sumProofs(proofs.values())!;
    await site.visit(page, '/updates');
    expect(await page.locator('main').textContent()).toContain(
      `${all} 处断言在 TVM ${LATEST.release} 上成立`,
    );
    await site.visit(page, '/');
    expect(await page.locator('.home-versions').textContent()).toContain(`${all} 处断言成立`);
  });

  it('copies an import of the public path', async () => {
    const page = await site.open('/docs/reference/api/python/relay/nn');
    const button = page
      .locator('.code--signature', {hasText: 'tvm.relay.nn.conv2d('})
      .locator('[data-import]');
    expect(await button.getAttribute('data-import')).toBe('from tvm.relay import nn');
  });

  it('opens at a mark what it stands for, by keyboard', async () => {
    const page = await site.open('/docs/reference/api/python/te');
    const changed = page.locator('.signature-facts details', {hasText: '签名有变'}).first();
    await changed.locator('summary').focus();
    await page.keyboard.press('Enter');
    await changed.and(page.locator('[open]')).waitFor();
    expect(await changed.textContent()).toMatch(/0\.1\d\.0 里是： tvm\.te\.\w+\(/);
    await site.visit(page, '/docs/reference/api/python/relay/nn');
    const gone = page.locator('.signature-facts details', {hasText: '0.27.0'}).first();
    await gone.locator('summary').click();
    expect(await gone.textContent()).toMatch(/0\.27\.0 里同名的有：tvm\.[\w.]+/);
  });

  it('has no sidebar, and its contents list the names below their groups', async () => {
    const page = await site.open(PAGE, {viewport: {width: 1440, height: 900}});
    expect(await page.locator('.theme-doc-sidebar-container').count()).toBe(0);
    expect(await page.locator('.table-of-contents a').allTextContents()).toEqual([
      '下降',
      'lower',
      '编译',
      'build',
    ]);
  });

  it('has a place for each member of a class', async () => {
    const page = await site.open('/docs/reference/api/python/tir/schedule#tvm.tir.Schedule.compute_at');
    const row = page.locator('[id="tvm.tir.Schedule.compute_at"]');
    expect(await row.textContent()).toMatch(/^compute_at\(/);
    await expect.poll(() => row.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(400);
  });
});

describe('The left column of the API reference', () => {
  const WIDE = {viewport: {width: 1440, height: 900}};
  const column = (page: Page) => page.locator('.api-nav');

  it('lists the pages by module, with the names of the one that is shown', async () => {
    const page = await site.open(PAGE, WIDE);
    const current = column(page).locator('[aria-current="page"]');
    expect(await current.getAttribute('href')).toBe(PAGE);
    expect(await column(page).locator('.api-nav-names a').allTextContents()).toEqual(['lower', 'build']);
    await column(page).getByRole('link', {name: 'relay.transform', exact: true}).click();
    await page.waitForURL('**/relay/transform');
    await expect.poll(() => current.getAttribute('href')).toBe('/docs/reference/api/python/relay/transform');
  });

  it('stands beside the text, as the sidebar of the documentation does', async () => {
    const page = await site.open(PAGE, WIDE);
    const left = () => page.locator('h1').evaluate((title) => title.getBoundingClientRect().left);
    const box = (await column(page).boundingBox())!;
    expect(await left()).toBeGreaterThan(box.x + box.width);
    const ofReference = await left();
    await site.visit(page, '/docs/tutorial/quick_start');
    expect(await left()).toBe(ofReference);
  });

  it('finds a name on any page, members too, and opens the first on Enter', async () => {
    const page = await site.open(PAGE, WIDE);
    const field = column(page).locator('input');
    await field.fill('schedule compute_at');
    await column(page).getByRole('link', {name: 'tvm.tir.Schedule.compute_at'}).waitFor();
    expect(await column(page).locator('a[aria-current="page"]').isVisible()).toBe(false);
    await field.press('Enter');
    await page.waitForURL((url) => url.hash.endsWith('Schedule.compute_at'));
    await page.locator('[id="tvm.tir.Schedule.compute_at"]').waitFor();
  });

  it('marks the name that is read', async () => {
    const page = await site.open('/docs/reference/api/python/relay/transform', WIDE);
    await page.locator('[id="tvm.relay.transform.FuseOps"]').scrollIntoViewIfNeeded();
    await page.evaluate(() => document.getElementById('tvm.relay.transform.FuseOps')!.scrollIntoView());
    await expect
      .poll(() => column(page).locator('[aria-current="location"]').getAttribute('title'))
      .toBe('tvm.relay.transform.FuseOps');
  });

  it('comes with breadcrumbs, neighbours and a mark in the bar', async () => {
    const page = await site.open('/docs/reference/api/python/relay/transform', WIDE);
    const trail = page.locator('.theme-doc-breadcrumbs');
    expect(await trail.locator('a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))).toEqual([
      '/',
      '/docs/reference/api/python',
      '/docs/reference/api/python/relay',
    ]);
    expect(await page.locator('.pagination-nav__link').count()).toBe(2);
    expect(await page.locator('.navbar .navbar__link--active').first().textContent()).toBe('查看文档');
  });

  it('is the menu of a phone', async () => {
    const page = await site.open(PAGE, {viewport: {width: 390, height: 844}});
    expect(await column(page).isVisible()).toBe(false);
    await page.locator('.navbar__toggle').click();
    const menu = page.locator('.navbar-sidebar--show .api-menu');
    await menu.getByRole('link', {name: 'relay.transform', exact: true}).click();
    await page.waitForURL('**/relay/transform');
    await page.locator('.navbar-sidebar--show').waitFor({state: 'detached'});
  });
});

it('Names in the text lead to their entry', async () => {
  const page = await site.open('/docs/tutorial/tensor_expr');
  const link = page.locator('a.api-link', {hasText: 'tvm.build'}).first();
  expect(await link.getAttribute('href')).toBe(`${PAGE}#tvm.build`);
});

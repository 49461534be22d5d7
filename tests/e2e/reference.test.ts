import fs from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, expect, it} from 'vitest';
import type {Page} from 'playwright-core';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';

const site = new TestSite(() => BUILD);
const PAGE = '/docs/reference/api/python/driver';

const shown = (page: Page) =>
  page
    .locator('.api-index li')
    .evaluateAll((items) =>
      items.filter((item) => item.checkVisibility()).map((item) => item.querySelector('a')!.title),
    );

/** What a page of the reference may have, as the pages with most code: see bench/budgets.json. */
const MOST_ELEMENTS = 3000;
const MOST_BYTES = 40_000;

it('No page of the reference is larger than the largest other pages', () => {
  const root = path.join(BUILD, 'docs/reference/api/python');
  const pages = fs
    .readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(20);
  const large = pages.flatMap((name) => {
    const html = fs.readFileSync(path.join(root, name));
    const elements = html.toString().match(/<[a-z]/gi)!.length;
    const bytes = gzipSync(html).length;
    return elements > MOST_ELEMENTS || bytes > MOST_BYTES
      ? [`${name}: ${elements} elements, ${bytes} bytes`]
      : [];
  });
  expect(large).toEqual([]);
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
    await block.locator('[data-code-action="copy"]').click();
    await expect.poll(clipboard).toMatch(/^tvm\.build\(inputs, args=None/);
  });

  it('has no sidebar, and its index of contents only the groups', async () => {
    const page = await site.open(PAGE, {viewport: {width: 1440, height: 900}});
    expect(await page.locator('.theme-doc-sidebar-container').count()).toBe(0);
    expect(await page.locator('.table-of-contents a').allTextContents()).toEqual(['下降', '编译']);
  });
});

it('Names in the text lead to their entry', async () => {
  const page = await site.open('/docs/tutorial/tensor_expr');
  const link = page.locator('a.api-link', {hasText: 'tvm.build'}).first();
  expect(await link.getAttribute('href')).toBe(`${PAGE}#tvm.build`);
});

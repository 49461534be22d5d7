import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Page} from 'playwright-core';
import {LATEST, OLDER, OLDEST} from '../support/releases';
import {readInventory} from '../../src/content/inventory';
import {signatureOf} from '../../src/content/reference';
import {readReferencePages} from '../../src/content/referencePages';
import type {SiteVersion} from '../../src/site/versions';
import {changePairs, changesPath} from '../../src/site/apiChanges';
import {violations} from './support/axe';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';

const site = new TestSite(() => BUILD);
const PAGE = '/docs/tutorial/tensor_expr';
const REFERENCE = '/docs/reference/api/python/relay/nn';
const NEWEST_ONLY = '/docs/how_to/deploy/deploy_adreno';

const question = (page: string, from = OLDER.release, to = LATEST.release) =>
  `/compare?page=${page}&from=${from}&to=${to}`;

const changes = (page: Page) => page.locator('[id^="change-"]');
const focused = (page: Page) => page.evaluate(() => document.activeElement!.id);

describe('The comparison of two versions of a page', () => {
  it('marks words that went and came, and says so to those who do not see it', async () => {
    const page = await site.open(question(PAGE));
    await changes(page).first().waitFor();
    const marks = page.locator('main [id^="change-"] :is(ins, del)');
    expect(await marks.count()).toBeGreaterThan(0);
    const said = await marks.evaluateAll((all) =>
      all.map((mark) => {
        const {textDecorationLine} = getComputedStyle(mark);
        return `${mark.localName} ${textDecorationLine} ${mark.querySelector('.visually-hidden')?.textContent}`;
      }),
    );
    const known = ['del line-through ［删去：', 'ins underline ［新增：'];
    expect(said.filter((mark) => !known.includes(mark))).toEqual([]);
    await page.locator('details summary', {hasText: '没有变化'}).first().click();
    await expect.poll(() => page.locator('main details[open] > div').count()).toBeGreaterThan(2);
  });

  it('is walked through by buttons and keys, and the address names the place', async () => {
    const page = await site.open(question(PAGE));
    await changes(page).first().waitFor();
    expect(await changes(page).count()).toBeGreaterThan(1);
    await page.getByRole('button', {name: '下一处'}).click();
    expect(await focused(page)).toBe('change-1');
    await page.keyboard.press('n');
    expect(await focused(page)).toBe('change-2');
    expect(new URL(page.url()).hash).toBe('#change-2');
    await page.keyboard.press('k');
    expect(await focused(page)).toBe('change-1');
    await page.locator('input[name=page]').focus();
    await page.keyboard.press('j');
    expect(new URL(page.url()).hash).toBe('#change-1');
  });

  it('opens at the place that the address names', async () => {
    const page = await site.open(`${question(PAGE)}#change-2`);
    await expect.poll(() => focused(page)).toBe('change-2');
    expect(await page.locator('#change-2').evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(
      900,
    );
  });

  it('asks again when another version is chosen', async () => {
    const page = await site.open(question(PAGE));
    await changes(page).first().waitFor();
    await page.locator('select[name=from]').selectOption(OLDEST.release);
    await page.waitForURL(`**${question(PAGE, OLDEST.release)}`);
    await page.locator('main a', {hasText: `${OLDEST.release} 的页面`}).waitFor();
  });

  it('lists the entries of a page of the API reference that differ', async () => {
    const page = await site.open(question(REFERENCE, OLDEST.release));
    const rows = page.locator('main section[aria-labelledby=entries] tbody tr');
    await rows.first().waitFor();
    const root = path.resolve(__dirname, '../..');
    const signatures = (version: SiteVersion) => {
      const listed = readReferencePages(root, version).find(({place}) => place === 'relay/nn')!;
      const inventory = readInventory(root, version.release)!;
      return new Map([...listed.entries.keys()].map((name) => [name, signatureOf(inventory, name)]));
    };
    const [old, young] = [signatures(OLDEST), signatures(LATEST)];
    const expected = [...new Set([...old.keys(), ...young.keys()])].sort().flatMap((name) => {
      const [from, to] = [old.get(name), young.get(name)];
      const state = from === undefined ? '新增' : to === undefined ? '去掉' : '签名有变';
      return from === to ? [] : [`${name} ${state}`];
    });
    expect(expected.length).toBeGreaterThan(0);
    const listed = await rows.evaluateAll((all) =>
      all.map(
        (row) => `${row.querySelector('a')!.hash.slice(1)} ${row.querySelector('th span')!.textContent}`,
      ),
    );
    expect(listed).toEqual(expected);
  });

  it('has no violation of the rules for accessible pages, in both modes and narrow', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await site.open(question(REFERENCE, OLDEST.release), {
        colorScheme,
        viewport: {width: 390, height: 844},
      });
      await changes(page).first().waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    }
  });
});

describe('A comparison that cannot be made', () => {
  it.each([
    ['?page=//example.com/docs', '「//example.com/docs」不是本站的文档页'],
    ['?page=/blog', '「/blog」不是本站的文档页'],
    [`?page=${PAGE}&from=0.11.0`, '没有版本「0.11.0」'],
    [`?page=${PAGE}&from=${OLDER.release}&to=${OLDER.release}`, '请选两个不同的版本'],
  ])('at %s says why and fetches nothing', async (search, message) => {
    const page = await site.newPage();
    const asked: string[] = [];
    page.on('request', (request) => request.resourceType() === 'fetch' && asked.push(request.url()));
    await site.visit(page, `/compare${search}`);
    expect(await page.getByRole('alert').textContent()).toContain(message);
    expect(asked.filter((url) => !/\/assets\/|search-index/.test(url))).toEqual([]);
    expect(await page.locator('select[name=to]').isVisible()).toBe(true);
  });

  it('names the version that lacks the page, and leads to the one that has it', async () => {
    const page = await site.open(question(NEWEST_ONLY, OLDEST.release));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain(`${OLDEST.release} 没有这一页`);
    expect(await alert.locator('a').first().getAttribute('href')).toBe(NEWEST_ONLY);
  });

  it('because a page did not come can be tried again', async () => {
    const page = await site.newPage();
    const address = `**${OLDER.path}/tutorial/tensor_expr`;
    await page.route(address, (route) => route.abort());
    await site.visit(page, question(PAGE));
    const retry = page.getByRole('button', {name: '再试一次'});
    await retry.waitFor();
    await page.unroute(address);
    await retry.click();
    await changes(page).first().waitFor();
  });
});

describe('The badge above the title', () => {
  it.each([
    [PAGE, OLDER.release, question(PAGE)],
    [`${OLDEST.path}/tutorial/tensor_expr`, LATEST.release, question(PAGE, OLDEST.release)],
  ])('of %s leads to the differences from %s', async (address, other, target) => {
    const page = await site.open(address);
    await page.locator('summary.theme-doc-version-badge').click();
    await page.locator('details a[href^="/compare"]', {hasText: `与 ${other} 的差别`}).click();
    await page.waitForURL(`**${target}`);
    await changes(page).first().waitFor();
  });

  it('says nothing of differences on a page of one version', async () => {
    const page = await site.open(NEWEST_ONLY);
    expect(await page.locator('a[href^="/compare"]').count()).toBe(0);
  });
});

describe('Pages of API changes', () => {
  it.each(changePairs().map(([from, to]) => changesPath(from.release, to.release)))(
    '%s narrows to what is typed',
    async (address) => {
      const page = await site.open(address);
      const shown = () =>
        page
          .locator('.api-index li')
          .evaluateAll((items) => items.filter((item) => !(item as HTMLElement).closest('[hidden]')).length);
      const all = await shown();
      expect(all).toBeGreaterThan(50);
      await page.locator('[data-reference-filter]').fill('tvm.relay');
      await expect.poll(shown).toBeLessThan(all);
    },
  );

  it('are listed', async () => {
    const page = await site.open('/updates');
    await page.getByRole('link', {name: '版本之间的 API 变化'}).click();
    await page.waitForURL('**/changes');
    const links = page.locator('main a[href^="/changes/"]');
    await expect.poll(() => links.count()).toBe(changePairs().length);
  });

  it('are not of the comparison: it is neither in the sitemap nor in the scripts and styles of a page', async () => {
    const sitemap = fs.readFileSync(path.join(BUILD, 'sitemap.xml'), 'utf8');
    expect(sitemap).toContain('/changes/');
    expect(sitemap).not.toContain('/compare');
    const scriptsOf = async (address: string) => {
      const page = await site.newPage();
      const bodies: Promise<string>[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('.js')) {
          bodies.push(response.text());
        }
      });
      await site.visit(page, address);
      return (await Promise.all(bodies)).join('\n');
    };
    // The id of a part of its form, which no minifier changes.
    expect(await scriptsOf('/compare')).toContain('compare-pages');
    expect(await scriptsOf(PAGE)).not.toContain('compare-pages');
    const html = (name: string) => fs.readFileSync(path.join(BUILD, `${name}.html`), 'utf8');
    expect(html('compare')).toContain('versions.css');
    expect(html(PAGE.slice(1))).not.toContain('versions.css');
  });
});

import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {readGitState} from '../../src/build/history';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';
import {articleAt} from './support/article';

const ROOT = path.resolve(__dirname, '../..');
const PAGE = '/docs/tutorial/quick_start';

const site = new TestSite(() => BUILD);

const trail = (page: Page) => page.locator('.theme-doc-breadcrumbs li').allTextContents();
const active = (page: Page) =>
  page
    .locator('.theme-doc-sidebar-menu .menu__link--active')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));

describe('a page of the docs', () => {
  it('has breadcrumbs that follow its place in the sidebar', async () => {
    const page = await site.open(PAGE);
    const current = await page.locator('.theme-doc-sidebar-menu .menu__link--active').last().textContent();
    const [home, ...rest] = await trail(page);
    expect(home).toBe('');
    expect(await page.getByRole('link', {name: '主页面'}).getAttribute('href')).toBe('/');
    expect(rest).toEqual(['教程', current]);
    expect(await page.locator('.theme-doc-breadcrumbs').getAttribute('aria-label')).toBe('页面路径');
  });

  it.each(['/docs/Tutorial/QUICK_start', '/docs/tutorial/quick_start/'])(
    'is found in the sidebar at %s',
    async (spelling) => {
      const page = await site.open('/docs');
      // A server may be stricter than the site: the comparison is the browser's.
      await page.evaluate((to) => {
        const link = Object.assign(document.createElement('a'), {href: to, textContent: 'x'});
        document.querySelector('[data-article]')!.prepend(link);
        link.click();
      }, spelling);
      await page
        .locator(`${articleAt(PAGE)} p`)
        .first()
        .waitFor();
      await expect.poll(() => active(page)).toContain(PAGE);
      expect((await trail(page)).length).toBe(3);
    },
  );

  it('lists its headings of the second and third level', async () => {
    const page = await site.open(PAGE);
    const listed = await page
      .locator('.table-of-contents a')
      .evaluateAll((all) => all.map((a) => decodeURIComponent(a.getAttribute('href')!.slice(1))));
    const headings = await page
      .locator('article :is(h2, h3)[id]')
      .evaluateAll((all) => all.map(({id}) => id));
    expect(listed).toEqual(headings);
    expect(await page.locator('article h3').count()).toBeGreaterThan(0);
  });

  it('marks in that list where the reader is', async () => {
    const page = await site.open(PAGE);
    await page.locator('.table-of-contents a[href="#导入编译运行"]').click();
    await page.locator('.table-of-contents__link--active[href="#导入编译运行"]').waitFor();
  });

  it('lets readers skip to the content', async () => {
    const page = await site.open(PAGE);
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', {name: '跳到主要内容'});
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await link.boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true);
  });

  it.skipIf(readGitState(ROOT).problem)('says when and by whom it was last changed', async () => {
    const page = await site.open(PAGE);
    const [author, date] = execFileSync(
      'git',
      ['log', '-1', '--format=%aN|%ad', '--date=format-local:%Y-%m-%d', '--', 'docs/tutorial/quick_start.md'],
      {cwd: ROOT, encoding: 'utf8', env: {...process.env, TZ: 'UTC'}},
    )
      .trim()
      .split('|');
    const last = page.locator('.theme-last-updated');
    expect((await last.locator('time').getAttribute('datetime'))!.slice(0, 10)).toBe(date);
    expect(await last.textContent()).toContain(author);
  });

  it('can be edited and leads to its neighbours', async () => {
    const page = await site.open(PAGE);
    expect(await page.getByRole('link', {name: '编辑此页'}).getAttribute('href')).toContain(
      'docs/tutorial/quick_start.md',
    );
    expect(await page.locator('.pagination-nav__link').count()).toBe(2);
  });
});

describe('every page', () => {
  it.each(['/', PAGE, '/blog', '/search', '/404.html'])(
    '%s has a footer of 2025 with the foundation and the host',
    async (address) => {
      const page = await site.open(address);
      const footer = page.locator('footer.footer');
      expect(await footer.locator('.footer__copyright').textContent()).toMatch(
        /© 2025 Apache Software Foundation.*超神经 Hyper\.AI.*托管/s,
      );
      expect(await footer.getByRole('link', {name: '超神经 Hyper.AI'}).getAttribute('href')).toBe(
        'https://hyper.ai/',
      );
    },
  );

  it('is in Simplified Chinese, from left to right, and has its title before a vertical bar', async () => {
    const page = await site.open(PAGE);
    const html = page.locator('html');
    expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['zh-Hans', 'ltr']);
    expect(await page.title()).toBe(`${await page.locator('h1').textContent()} | Apache TVM 中文站`);
  });
});

describe('a post of the blog', () => {
  it('says how long it takes to read', async () => {
    const page = await site.open('/blog');
    const times = await page.locator('article header').allTextContents();
    expect(times.length).toBeGreaterThan(0);
    for (const header of times) {
      expect(header).toMatch(/阅读需 \d+ 分钟/);
    }
  });
});

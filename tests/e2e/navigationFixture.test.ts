import {afterAll, describe, expect, it} from 'vitest';
import {FixtureSite} from '../build/support/fixture';
import {TestSite} from './support/site';

const fixture = new FixtureSite();
afterAll(() => fixture.remove());

async function build(): Promise<string> {
  const {code, output, outDir} = await fixture.build();
  expect(code, output).toBe(0);
  return outDir;
}

function doc(title: string, more: string): string {
  return `---\ntitle: ${title}\ndescription: 这一页只为测试导航而写，内容是${title}，读者读完能确认它在侧边栏里出现的时候和不出现的时候。\n${more}---\n\n## 小节\n\n正文。\n`;
}

describe('a site in two languages with a page that is not listed', () => {
  const site = new TestSite(async () => {
    fixture.change({
      'docs/tutorial/hidden.md': doc('没有列出', 'unlisted: true\n'),
      'docs/reference/alone.md': doc('没有侧边栏', 'displayed_sidebar: null\n'),
    });
    fixture.replace('docusaurus.config.ts', "locales: ['zh-Hans']", "locales: ['zh-Hans', 'en']");
    // The check of links knows the pages of one language.
    fixture.replace(
      'docusaurus.config.ts',
      "    ['./src/plugins/checks/index.ts', {preview: development}],\n",
      '',
    );
    return build();
  });

  it('swaps the part of the address that is the language', async () => {
    const page = await site.open('/docs/tutorial?x=1#准备');
    const hrefs = await page
      .locator('.navbar__item.dropdown:has(a[lang="en"]) .dropdown__menu a')
      .evaluateAll((all) => all.map((a) => decodeURI(a.getAttribute('href')!)));
    expect(hrefs).toContain('/docs/tutorial?x=1#准备');
    expect(hrefs).toContain('/en/docs/tutorial?x=1#准备');
    await site.visit(page, '/en/docs/tutorial');
    const alternates = await page
      .locator('link[rel="alternate"][hreflang]')
      .evaluateAll((all) =>
        Object.fromEntries(
          all.map((link) => [link.getAttribute('hreflang'), new URL(link.getAttribute('href')!).pathname]),
        ),
      );
    expect(alternates).toEqual({
      'zh-Hans': '/docs/tutorial',
      en: '/en/docs/tutorial',
      'x-default': '/docs/tutorial',
    });
  });

  it('hides the link to that page unless the page is shown', async () => {
    const page = await site.open('/docs/tutorial');
    const link = page.locator('.theme-doc-sidebar-menu a[href="/docs/tutorial/hidden"]');
    expect(await page.locator('.theme-doc-sidebar-menu a').count()).toBeGreaterThan(1);
    expect(await link.count()).toBe(0);
    await site.visit(page, '/docs/tutorial/hidden');
    expect(await link.count()).toBe(1);
    expect(await link.getAttribute('class')).toContain('menu__link--active');
  });

  it('shows no sidebar and no breadcrumbs on a page that asks for none', async () => {
    const page = await site.open('/docs/reference/alone');
    expect(await page.locator('h1').textContent()).toBe('没有侧边栏');
    expect(await page.locator('.theme-doc-sidebar-container').count()).toBe(0);
    expect(await page.locator('.theme-doc-breadcrumbs').count()).toBe(0);
  });
});

describe('a site whose bar has no items and whose docs have no breadcrumbs', () => {
  const site = new TestSite(async () => {
    fixture.restore();
    fixture.replace('docusaurus.config.ts', 'breadcrumbs: true', 'breadcrumbs: false');
    fixture.replace('docusaurus.config.ts', 'navbar: navbar(env)', 'navbar: {...navbar(env), items: []}');
    const labels = 'i18n/zh-Hans/docusaurus-theme-classic/navbar.json';
    const texts = Object.entries(JSON.parse(fixture.read(labels)) as object);
    const bar = texts.filter(([key]) => !key.startsWith('item.label.'));
    fixture.change({[labels]: JSON.stringify(Object.fromEntries(bar))});
    return build();
  });
  const mobile = {viewport: {width: 390, height: 844}};

  it('has no mobile sidebar where there is nothing to show', async () => {
    const page = await site.open('/about', mobile);
    expect(await page.locator('.navbar').count()).toBe(1);
    expect(await page.locator('.navbar__toggle').count()).toBe(0);
    expect(await page.locator('.navbar-sidebar').count()).toBe(0);
  });

  it('has one for the pages of the docs, without a way back to a menu that is empty', async () => {
    const page = await site.open('/docs/tutorial', mobile);
    await page.locator('.navbar__toggle').click();
    await page.locator('.navbar-sidebar--show .menu__link[href="/docs/install"]').waitFor();
    expect(await page.locator('.navbar-sidebar__back').count()).toBe(0);
  });

  it('has no breadcrumbs', async () => {
    const page = await site.open('/docs/tutorial');
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('.theme-doc-breadcrumbs').count()).toBe(0);
  });
});

import {beforeEach, describe, expect, it} from 'vitest';
import {settle, violations} from './support/axe';
import {useVisitor} from './support/visitor';
import {articleAt, articleOf} from './support/article';

const FIRST = '/docs/tutorial/quick_start';
const SECOND = '/docs/tutorial/intro';

const visitor = useVisitor();

beforeEach(async () => {
  await visitor.visit(FIRST);
  await visitor.page.evaluate(() => Object.assign(window, {sameDocument: true}));
});

const stayed = () => visitor.page.evaluate(() => 'sameDocument' in window);
const article = () => articleOf(visitor.page);

describe('an article', () => {
  it('keeps the HTML of the server through hydration', async () => {
    const served = await (await fetch(visitor.origin + FIRST)).text();
    const text = await article().evaluate((element) => element.textContent!.slice(0, 200));
    expect(served).toContain(text.slice(0, 20));
    expect(await article().getAttribute('data-article')).toBe(FIRST);
  });

  it('follows its links without loading the document again, and comes back whole', async () => {
    // How high a part is, and whether a block is a stop of the Tab key, is found out once it has been laid out.
    const html = async () =>
      (await article().innerHTML()).replace(/ tabindex="0"| style="--narrow[^"]*"/g, '');
    const before = await html();
    await article().locator(`a[href="${SECOND}"]`).first().click();
    await visitor.page.waitForURL(`**${SECOND}`);
    await visitor.page
      .locator(`${articleAt(SECOND)} p`)
      .first()
      .waitFor();
    expect(await stayed()).toBe(true);
    await visitor.page.goBack();
    await visitor.page
      .locator(`${articleAt(FIRST)} p`)
      .first()
      .waitFor();
    expect(await html()).toBe(before);
    expect(await stayed()).toBe(true);
  });

  it('takes the number of a release at the end of an address for no file', async () => {
    const post = '/blog/2026/11/20/tvm-0.10-0.12-0.13';
    await article().evaluate((element, href) => {
      const link = Object.assign(document.createElement('a'), {href, textContent: 'x'});
      element.prepend(link);
      link.click();
    }, post);
    await visitor.page.waitForURL(`**${post}`);
    await visitor.page.locator('article h1').waitFor();
    expect(await stayed()).toBe(true);
  });

  it.each([
    [390, 844],
    [1280, 800],
    [1440, 1200],
  ])('fills a screen of %i by %i pixels at once', async (width, height) => {
    await visitor.page.setViewportSize({width, height});
    for (const address of [SECOND, '/docs/tutorial/uma', '/docs/tutorial/tensor_expr', FIRST]) {
      const bottom = await visitor.page.evaluate(
        (to) =>
          new Promise<number>((resolve) => {
            new MutationObserver((_, observer) => {
              const shown = document.querySelector(`[data-article="${to}"]`);
              if (shown) {
                observer.disconnect();
                const last = shown.lastElementChild;
                requestAnimationFrame(() => resolve(last?.getBoundingClientRect().bottom ?? 0));
              }
            }).observe(document.body, {subtree: true, childList: true});
            const link = Object.assign(document.createElement('a'), {href: to, textContent: 'x'});
            document.querySelector('[data-article]')!.prepend(link);
            link.click();
          }),
        address,
      );
      expect(bottom, address).toBeGreaterThanOrEqual(height);
    }
  });

  it('is loaded by the browser itself where its HTML cannot be had', async () => {
    await visitor.page.route(`**${SECOND}`, (route) =>
      route.request().resourceType() === 'document' ? route.continue() : route.abort(),
    );
    await visitor.page.locator(`.menu a[href="${SECOND}"]`).click();
    await visitor.page
      .locator(`${articleAt(SECOND)} p`)
      .first()
      .waitFor();
    expect(await stayed()).toBe(false);
  });

  it('copies code, and says so', async () => {
    await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = article().locator('.code:not(details *)').first();
    const code = await block.locator('code').textContent();
    const said = block.locator('[data-code-action="copy"][data-done="已复制"]').waitFor();
    await block.locator('[data-code-action="copy"]').click();
    await said;
    expect(await visitor.page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  });

  it('does not lay out what is far from the screen, and keeps about the room it takes', async () => {
    const last = article().locator('.part').last();
    const laidOut = () =>
      last.evaluate((part) => part.firstElementChild!.checkVisibility({contentVisibilityAuto: true}));
    const height = () => visitor.page.evaluate(() => document.documentElement.scrollHeight);
    expect(await laidOut()).toBe(false);
    const before = await height();
    await last.scrollIntoViewIfNeeded();
    await expect.poll(laidOut).toBe(true);
    await article().evaluate((element) => (element.dataset.whole = ''));
    expect(Math.abs((await height()) / before - 1)).toBeLessThan(0.1);
  });

  it('knows the room that its parts take once the browser was idle', async () => {
    const last = article().locator('.part').last();
    await expect
      .poll(() => last.evaluate((part: HTMLElement) => part.style.containIntrinsicBlockSize))
      .toMatch(/px$/);
    const known = await last.evaluate((part: HTMLElement) =>
      parseFloat(part.style.containIntrinsicBlockSize.slice(5)),
    );
    await last.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        last.evaluate((part) => part.firstElementChild!.checkVisibility({contentVisibilityAuto: true})),
      )
      .toBe(true);
    expect(Math.abs((await last.evaluate((part: HTMLElement) => part.offsetHeight)) - known)).toBeLessThan(2);
  });

  it.each([FIRST, '/about'])('has room above each heading of %s', async (path) => {
    await visitor.visit(path);
    const rooms = await article().evaluate((element) =>
      [...element.querySelectorAll('h2')].map(
        (heading) =>
          heading.getBoundingClientRect().top -
          heading.previousElementSibling!.getBoundingClientRect().bottom,
      ),
    );
    expect(rooms.length).toBeGreaterThan(2);
    expect(Math.min(...rooms)).toBeGreaterThanOrEqual(16);
  });

  it('does not lay out blocks of code far from what is seen, and keeps the room of their lines', async () => {
    const pre = article().locator('.code:not(details *) pre').last();
    const laidOut = () =>
      pre.locator('code').evaluate((code) => code.checkVisibility({contentVisibilityAuto: true}));
    const height = () => pre.evaluate((element) => element.getBoundingClientRect().height);
    expect(await laidOut()).toBe(false);
    const before = await height();
    await pre.scrollIntoViewIfNeeded();
    await expect.poll(laidOut).toBe(true);
    expect(Math.abs((await height()) - before)).toBeLessThan(1);
  });

  it('wraps long lines of code on demand', async () => {
    const block = article().locator('.code:not(details *)').first();
    await block.locator('[data-code-action="wrap"]').click();
    expect(await block.locator('code').evaluate((code) => getComputedStyle(code).whiteSpace)).toBe(
      'pre-wrap',
    );
    expect(await block.locator('[data-code-action="wrap"]').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a page with formulas', () => {
  it('has their stylesheet from the site, when it is reached by a link as well', async () => {
    await visitor.page.locator('footer a[href="/markdown-page"]').click();
    await visitor.page.locator('.katex').first().waitFor();
    await visitor.page.waitForFunction(() =>
      getComputedStyle(document.querySelector('.katex')!).fontFamily.includes('KaTeX'),
    );
    expect(await stayed()).toBe(true);
  });

  it('lets the keyboard scroll the wide ones, wherever the reader is', async () => {
    await visitor.visit('/docs/reference/langref/relay_type');
    await settle(visitor.page);
    expect(await violations(visitor.page, ['scrollable-region-focusable'])).toEqual([]);
    const formulas = await visitor.page.$$eval('.katex-display', (list) =>
      list.map((formula) => `${formula.role} ${formula.ariaLabel}`),
    );
    expect(new Set(formulas)).toEqual(new Set(['group 公式']));
  });

  it('is the only one that has it', async () => {
    expect(await visitor.page.locator('link[href*="katex"]').count()).toBe(0);
  });
});

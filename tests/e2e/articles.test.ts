import {beforeEach, describe, expect, it} from 'vitest';
import {useVisitor} from './support/visitor';

const FIRST = '/docs/tutorial/quick_start';
const SECOND = '/docs/tutorial/intro';

const visitor = useVisitor();

beforeEach(async () => {
  await visitor.visit(FIRST);
  await visitor.page.evaluate(() => Object.assign(window, {sameDocument: true}));
});

const stayed = () => visitor.page.evaluate(() => 'sameDocument' in window);
const article = () => visitor.page.locator('[data-article]');

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
    await visitor.page.locator(`[data-article="${SECOND}"] p`).first().waitFor();
    expect(await stayed()).toBe(true);
    await visitor.page.goBack();
    await visitor.page.locator(`[data-article="${FIRST}"] p`).first().waitFor();
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

  it('arrives with all its parts, the first screen before the others', async () => {
    const parts = () => article().evaluate((element) => element.childNodes.length);
    await visitor.visit(SECOND);
    const all = await parts();
    await visitor.visit(FIRST);
    const counts = await visitor.page.evaluate(
      (address) =>
        new Promise<number[]>((resolve) => {
          const seen: number[] = [];
          const started = performance.now();
          const look = () => {
            const shown = document.querySelector(`[data-article="${address}"]`);
            seen.push(...(shown ? [shown.childNodes.length] : []));
            if (performance.now() - started < 2000) {
              setTimeout(look);
            } else {
              resolve(seen);
            }
          };
          new MutationObserver(look).observe(document.body, {subtree: true, childList: true});
          document.querySelector<HTMLElement>(`[data-article] a[href="${address}"]`)!.click();
          look();
        }),
      SECOND,
    );
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(all);
    expect(counts.at(-1)).toBe(all);
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

  it('comes without the list of headings of wide screens on a phone', async () => {
    await visitor.page.setViewportSize({width: 390, height: 844});
    await visitor.visit(FIRST);
    const added = await visitor.page.evaluate(
      (to) =>
        new Promise<number>((resolve) => {
          let lists = 0;
          new MutationObserver((records) => {
            const nodes = records.flatMap((record) => [...record.addedNodes]);
            lists += nodes.filter(
              (node) => node instanceof Element && node.querySelector('.theme-doc-toc-desktop'),
            ).length;
            if (document.querySelector(`[data-article="${to}"] p`)) {
              setTimeout(() => resolve(lists), 500);
            }
          }).observe(document.body, {subtree: true, childList: true});
          document.querySelector<HTMLElement>(`[data-article] a[href="${to}"]`)!.click();
        }),
      SECOND,
    );
    expect(added).toBe(0);
    await visitor.page.setViewportSize({width: 1280, height: 800});
    await visitor.page.locator('.theme-doc-toc-desktop').waitFor();
  });

  it('is loaded by the browser itself where its HTML cannot be had', async () => {
    await visitor.page.route(`**${SECOND}`, (route) =>
      route.request().resourceType() === 'document' ? route.continue() : route.abort(),
    );
    await visitor.page.locator(`.menu a[href="${SECOND}"]`).click();
    await visitor.page.locator(`[data-article="${SECOND}"] p`).first().waitFor();
    expect(await stayed()).toBe(false);
  });

  it('copies code, and says so', async () => {
    await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const block = article().locator('.code').first();
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

  it.each([
    ['--narrow', 390],
    ['--wide', 1280],
  ])(
    'has parts whose %s height, estimated from the type of src/css, is about the one they have',
    async (name, width) => {
      await visitor.page.setViewportSize({width, height: 900});
      await article().evaluate((element) => (element.dataset.whole = ''));
      const [estimated, real] = await article().evaluate((element, name) => {
        const parts = [...element.querySelectorAll<HTMLElement>('.part')];
        const sum = (heights: number[]) => heights.reduce((total, one) => total + one, 0);
        return [
          sum(parts.map(({style}) => parseFloat(style.getPropertyValue(name)))),
          sum(parts.map((part) => part.offsetHeight)),
        ] as const;
      }, name);
      expect(real).toBeGreaterThan(5000);
      expect(Math.abs(estimated / real - 1)).toBeLessThan(0.08);
    },
  );

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
    const pre = article().locator('.code pre').last();
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
    const block = article().locator('.code').first();
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

  it('is the only one that has it', async () => {
    expect(await visitor.page.locator('link[href*="katex"]').count()).toBe(0);
  });
});

import {describe, expect, it} from 'vitest';
import {useVisitor} from './support/visitor';
import {OLDEST} from '../support/releases';

const visitor = useVisitor();

/** Title, language and classes, and the elements that pages write, in an order of their own. */
function readHead(): Promise<string[]> {
  return visitor.page.evaluate(() => {
    const describeElement = (element: Element) => {
      const attributes = [...element.attributes].map(({name, value}) => `${name}="${value}"`).sort();
      return [element.tagName, ...attributes, element.textContent].join(' ');
    };
    const {lang, dir, className} = document.documentElement;
    const elements = [
      ...document.head.querySelectorAll('meta, link[rel]:not([rel=stylesheet]), script[type]'),
    ];
    const own = elements.filter((element) => element.hasAttribute('data-rh'));
    return [
      document.title,
      lang,
      dir,
      className.split(' ').sort().join(' '),
      ...own.map(describeElement).sort(),
    ];
  });
}

/** Goes to a page by a link within the article, without loading it anew. */
async function follow(path: string): Promise<void> {
  const {page} = visitor;
  await page.evaluate((href) => {
    (window as {kept?: boolean}).kept = true;
    const link = document.createElement('a');
    link.href = href;
    document.querySelector('[data-article]')!.append(link);
    link.click();
  }, path);
  await page.waitForURL(visitor.origin + path);
}

describe('the head of a page', () => {
  it.each(['/docs/install', `${OLDEST.path}/tutorial/quick_start`, '/blog', '/', '/search'])(
    'is the same for who comes to %s from another page',
    async (path) => {
      await visitor.visit(path);
      await visitor.page.waitForLoadState('networkidle');
      const expected = await readHead();
      expect(expected.length).toBeGreaterThan(10);
      await visitor.visit('/docs/tutorial/quick_start');
      await follow(path);
      await expect.poll(readHead, {timeout: 30_000}).toEqual(expected);
      expect(await visitor.page.evaluate(() => (window as {kept?: boolean}).kept)).toBe(true);
    },
  );

  it('stays as the server wrote it when the page begins to answer', async () => {
    const served = visitor.page.waitForResponse(`${visitor.origin}/docs/install`);
    await visitor.visit('/docs/install');
    const html = await (await served).text();
    const written = await visitor.page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'text/html');
      const elements = (root: Document) => [...root.head.querySelectorAll('[data-rh]:is(meta, link)')];
      return {
        missing: elements(parsed)
          .filter((element) => !elements(document).some((other) => other.isEqualNode(element)))
          .map((element) => element.outerHTML),
        counts: [elements(parsed).length, elements(document).length],
      };
    }, html);
    expect(written.missing).toEqual([]);
    expect(written.counts[1]).toBe(written.counts[0]);
  });

  it('names itself and the page above in its structured data by their canonical addresses', async () => {
    const page = '/docs/tutorial/quick_start';
    const read = (text?: string) =>
      visitor.page.evaluate(
        ([html]) => {
          const root = html ? new DOMParser().parseFromString(html, 'text/html') : document;
          const data = root.querySelector('script[type="application/ld+json"]')!.textContent;
          return {
            canonical: root.querySelector<HTMLLinkElement>('link[rel=canonical]')!.href,
            items: (JSON.parse(data) as {itemListElement: {item: string}[]}).itemListElement.map(
              ({item}) => item,
            ),
          };
        },
        [text],
      );
    await visitor.visit('/docs/tutorial');
    const {canonical: above} = await read();
    const served = visitor.page.waitForResponse(visitor.origin + page);
    await visitor.visit(page);
    const html = await (await served).text();
    for (const {canonical, items} of [await read(html), await read()]) {
      expect(items).toEqual([above, canonical]);
    }
  });

  it('has a picture for shared links: the card of the page, else that of the site', async () => {
    const picture = async (path: string) => {
      await visitor.visit(path);
      return visitor.page.evaluate(async () => {
        const [own, other] = ['og:image', 'twitter:image'].map(
          (name) =>
            document.querySelector<HTMLMetaElement>(`meta[property="${name}"], meta[name="${name}"]`)!
              .content,
        );
        const {pathname} = new URL(own!);
        const image = new Image();
        image.src = pathname;
        await image.decode();
        return {pathname, same: own === other, size: [image.width, image.height]};
      });
    };
    for (const path of ['/docs/install', `${OLDEST.path}/install`, '/blog/2026/11/21/conv-layout']) {
      const {pathname, ...facts} = await picture(path);
      expect(pathname).toMatch(/^\/img\/cards\/[\da-f]{12}\.png$/);
      expect(facts).toEqual({same: true, size: [1200, 630]});
    }
    expect(await picture('/')).toMatchObject({pathname: '/img/social-card.png'});
  });
});

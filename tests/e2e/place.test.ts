import {describe, expect, it} from 'vitest';
import {useVisitor} from './support/visitor';
import {ARTICLE, articleAt} from './support/article';

const PAGE = '/docs/how_to/errors';
const WINDOWS = [
  {width: 390, height: 844},
  {width: 1440, height: 900},
];

/** Elements by which the place is told: headings, and the blocks between them. */
const BLOCKS = `${ARTICLE} > *, ${ARTICLE} .part > *`;

const visitor = useVisitor();

/** Waits until what comes near is laid out, and nothing moves any more. */
function settle(): Promise<void> {
  return visitor.page.evaluate(
    () =>
      new Promise((done) => {
        let [frames, last] = [0, ''];
        const look = () => {
          const now = `${scrollY} ${document.documentElement.scrollHeight}`;
          frames = now === last ? frames + 1 : 0;
          last = now;
          if (frames < 12) {
            requestAnimationFrame(look);
          } else {
            done();
          }
        };
        look();
      }),
  );
}

/** The first block that begins below the top of the window, and where it begins. */
function place(): Promise<{index: number; top: number}> {
  return visitor.page.evaluate((blocks) => {
    const tops = [...document.querySelectorAll(blocks)].map((block) => block.getBoundingClientRect());
    const index = tops.findIndex(({top, height}) => top >= 0 && height > 0);
    return {index, top: tops[index]!.top};
  }, BLOCKS);
}

function topOf(index: number): Promise<number> {
  return visitor.page.evaluate(
    ([blocks, index]) => document.querySelectorAll(blocks)[index]!.getBoundingClientRect().top,
    [BLOCKS, index] as const,
  );
}

const scroll = async (by: number) => {
  await visitor.page.evaluate((by) => scrollBy(0, by), by);
  await settle();
};

/** Reads about half of the page, screen by screen. */
async function read(): Promise<void> {
  for (let i = 0; i < 16; i++) {
    await scroll(700);
  }
}

describe.each(WINDOWS)('in a window of $width px', (size) => {
  /** Ids of headings far from each other, the last one far enough from the end to come to the top. */
  async function visitHeadings(): Promise<string[]> {
    await visitor.page.setViewportSize(size);
    await visitor.visit(PAGE);
    const ids = await visitor.page
      .locator(`${ARTICLE} :is(h2, h3)[id]`)
      .evaluateAll((all) => all.map(({id}) => id));
    // The last headings stand too near the end of the page to come to the top of the window.
    return ids.slice(0, -3).filter((_, i) => i % 8 === 3);
  }

  const topOfTarget = (id: string) =>
    visitor.page
      .locator(`[id="${id}"]`)
      .evaluate(
        (target) =>
          target.getBoundingClientRect().top -
          parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) -
          parseFloat(getComputedStyle(target).scrollMarginTop),
      );

  it('a link within the page leads to its heading, whatever stands between was never seen', async () => {
    for (const id of (await visitHeadings()).reverse()) {
      await visitor.page.evaluate((hash) => {
        const link = document.querySelector<HTMLElement>(
          `.table-of-contents a[href="${hash}"], .hash-link[href="${hash}"]`,
        );
        link!.click();
      }, `#${id}`);
      await settle();
      expect(Math.abs(await topOfTarget(id)), id).toBeLessThan(2);
    }
  });

  it('an address with a heading leads to it', async () => {
    for (const id of await visitHeadings()) {
      await visitor.page.goto('about:blank');
      await visitor.visit(`${PAGE}#${encodeURIComponent(id)}`);
      await settle();
      expect(Math.abs(await topOfTarget(id)), id).toBeLessThan(2);
    }
  });

  it('the text moves by what the reader scrolls, down and up', async () => {
    await visitHeadings();
    await visitor.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    await settle();
    for (const by of [600, 600, 600, -600, -600, -600, -600, -600, -600]) {
      const {index, top} = await place();
      await scroll(by);
      expect(Math.abs((await topOf(index)) - top + by)).toBeLessThan(2);
    }
  });

  it('reading goes on where it was when the page is loaded again, or come back to', async () => {
    await visitHeadings();
    await read();
    const {index, top} = await place();
    await visitor.page.reload();
    await visitor.page.locator('html[data-has-hydrated="true"]').waitFor();
    await settle();
    expect(Math.abs((await topOf(index)) - top)).toBeLessThan(2);
    await visitor.page.locator('a.pagination-nav__link--next').evaluate((link: HTMLElement) => link.click());
    await visitor.page
      .locator(`${ARTICLE}:not(${articleAt(PAGE)}) p`)
      .first()
      .waitFor();
    await visitor.page.goBack();
    await visitor.page
      .locator(`${articleAt(PAGE)} p`)
      .first()
      .waitFor();
    await settle();
    expect(Math.abs((await topOf(index)) - top)).toBeLessThan(2);
  });
});

import type {Page} from 'playwright-core';
import {describe, expect, it} from 'vitest';
import {faultyLines, MARKS} from './support/lines';
import {BUILD} from './support/pages';
import {TestSite} from './support/site';
import {ARTICLE} from './support/article';

const PAGE = '/docs/tutorial/quick_start';

const site = new TestSite(() => BUILD);

/** Face from which the browser took most glyphs of an element; none before the text is laid out. */
async function faceOf(page: Page, selector: string): Promise<string | undefined> {
  const client = await page.context().newCDPSession(page);
  await client.send('DOM.enable');
  await client.send('CSS.enable');
  const {root} = await client.send('DOM.getDocument');
  const {nodeId} = await client.send('DOM.querySelector', {nodeId: root.nodeId, selector});
  const {fonts} = await client.send('CSS.getPlatformFontsForNode', {nodeId});
  return fonts.toSorted((a, b) => b.glyphCount - a.glyphCount)[0]?.familyName;
}

/** Puts text of its own into the first paragraph. */
async function write(page: Page, html: string): Promise<void> {
  await page
    .locator(`${ARTICLE} > p`)
    .first()
    .evaluate((paragraph, text) => {
      paragraph.innerHTML = text;
    }, html);
}

describe('Chinese text', () => {
  it.each([320, 390, 997, 1440])('has no mark at the wrong end of a line at %d px', async (width) => {
    const page = await site.open(PAGE, {viewport: {width, height: 900}});
    const {lines, faults} = await page.evaluate(faultyLines, MARKS);
    expect(lines).toBeGreaterThan(40);
    expect(faults).toEqual([]);
  });

  it('has some forty-five characters in a line, at 1.75 times their size', async () => {
    const page = await site.open(PAGE, {viewport: {width: 1440, height: 900}});
    await write(page, '字'.repeat(400));
    const [size, height, perLine] = await page
      .locator(`${ARTICLE} > p`)
      .first()
      .evaluate((paragraph) => {
        const {fontSize, lineHeight} = getComputedStyle(paragraph);
        const lines = paragraph.clientHeight / parseFloat(lineHeight);
        return [parseFloat(fontSize), parseFloat(lineHeight), 400 / lines];
      });
    expect(size).toBe(16);
    expect(height).toBe(28);
    expect(perLine).toBeGreaterThan(36);
    expect(perLine).toBeLessThan(48);
  });

  it('is not slanted, and closes up marks that meet, but not in code', async () => {
    const page = await site.open(PAGE);
    await write(page, '<em>着重</em><span>」，「</span><code>」，「</code>');
    const [style, text, code] = await page
      .locator(`${ARTICLE} > p`)
      .first()
      .evaluate((paragraph) => {
        const width = (selector: string) => {
          const element = paragraph.querySelector(selector)!;
          const range = document.createRange();
          range.selectNodeContents(element);
          return range.getBoundingClientRect().width / parseFloat(getComputedStyle(element).fontSize);
        };
        return [
          getComputedStyle(paragraph.querySelector('em')!).fontStyle,
          width('span'),
          width('code'),
        ] as const;
      });
    expect(style).toBe('normal');
    expect(text).toBeLessThan(2.6);
    expect(code).toBeCloseTo(3, 1);
  });

  it('takes Latin letters from a Latin face and Han characters from a Simplified Chinese one', async () => {
    const page = await site.open(PAGE);
    const face = () => faceOf(page, `${ARTICLE} > p`);
    await write(page, 'Relay tensor 123');
    await expect.poll(face).toBeDefined();
    const latin = await face();
    await write(page, '直骨令海角');
    await expect.poll(face).toMatch(/ SC\b|Hei|YaHei|PingFang|Source Han|Droid Sans Fallback/);
    expect(latin).not.toBe(await face());
    expect(latin).not.toMatch(/CJK|Hei|Song|YaHei|PingFang/);
    expect(await face()).not.toMatch(/ (JP|KR|TC|HK)\b/);
  });

  it('has letters of one width in code', async () => {
    const page = await site.open(PAGE);
    await write(page, '<code>iiiiiiii</code><code>WWWWWWWW</code>');
    const widths = await page
      .locator(`${ARTICLE} > p`)
      .first()
      .locator('code')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().width));
    expect(widths[0]).toBeCloseTo(widths[1]!, 1);
  });
});

import path from 'node:path';
import {inflateSync} from 'node:zlib';
import {DEFAULT_PARSE_FRONT_MATTER} from '@docusaurus/utils';
import {describe, expect, it} from 'vitest';
import {withSocialCard} from '@site/src/build/socialCard';
import {readPages} from '@site/src/content/pages';
import {type Card, cardOf, cardPath} from '@site/src/plugins/social-cards/card';
import {drawCard} from '@site/src/plugins/social-cards/draw';
import {toPalettePng} from '@site/src/plugins/social-cards/png';
import {LATEST, OLDER} from '../../support/releases';

const ROOT = path.resolve(__dirname, '../../..');
const SITE = 'Apache TVM 中文站';

/** The numbers of the colours of a PNG with a palette, by row. */
function rowsOf(png: Buffer): Uint8Array[] {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const start = png.indexOf('IDAT');
  const data = inflateSync(png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4)));
  return Array.from({length: height}, (_, y) => data.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)));
}

const cards = () =>
  readPages(ROOT)
    .map((page) => cardOf(ROOT, page))
    .filter((card): card is Card => card !== undefined);

describe('The card of a page', () => {
  const front = async (file: string, frontMatter: string): Promise<Record<string, unknown>> => {
    const parse = withSocialCard(ROOT, (params) => params.defaultParseFrontMatter(params));
    const result = await parse({
      filePath: path.join(ROOT, file),
      fileContent: `---\n${frontMatter}\n---\n`,
      defaultParseFrontMatter: DEFAULT_PARSE_FRONT_MATTER,
    });
    return result.frontMatter;
  };

  it('says its title, its release and its part, or that it is a post', () => {
    const of = (file: string) =>
      cardOf(
        ROOT,
        readPages(ROOT).find((page) => page.file === file)!,
      );
    expect(of('docs/tutorial/intro.md')?.section).toBe(`TVM ${LATEST.release} · 教程`);
    expect(of(`${OLDER.directory}/index.md`)?.section).toBe(`TVM ${OLDER.release}`);
    expect(of('src/pages/about.md')).toBeUndefined();
    expect(cards().find(({section}) => section === '博客')).toBeDefined();
  });

  it('is named in its front matter, but for pages with a picture of their own', async () => {
    const {image} = await front('docs/tutorial/a.md', 'title: 题目');
    expect(image).toBe(`/${cardPath({title: '题目', section: `TVM ${LATEST.release} · 教程`})}`);
    expect((await front('docs/tutorial/a.md', 'title: 题目\nimage: /own.png')).image).toBe('/own.png');
    expect((await front('src/pages/a.md', 'title: 题目')).image).toBeUndefined();
  });

  it('holds the longest title and the section below it, in less than 20 KB, and the same each time', async () => {
    const card = cards().toSorted((a, b) => b.title.length - a.title.length)[0]!;
    const png = await drawCard(card, SITE);
    expect(png.length).toBeLessThan(20_000);
    const rows = rowsOf(png);
    const background = rows[0]![0]!;
    const isEmpty = (part: Uint8Array[]) => part.every((row) => row.every((colour) => colour === background));
    expect(isEmpty(rows.map((row) => row.subarray(1125)))).toBe(true);
    expect(isEmpty(rows.slice(555))).toBe(true);
    expect(isEmpty(rows.slice(505, 555))).toBe(false);
    expect((await drawCard(card, SITE)).equals(png)).toBe(true);
  });

  it('is refused where the font lacks a character', async () => {
    await expect(drawCard({title: '题目 ᚠ', section: ''}, SITE)).rejects.toThrow('字体没有「ᚠ」');
  });
});

it('A picture of more colours than a palette holds is refused', () => {
  const pixels = new Uint8Array(257 * 4).map((_, i) => (i % 4 === 0 ? i / 4 : i % 4 === 1 ? i >> 10 : 255));
  expect(() => toPalettePng({width: 257, height: 1, pixels})).toThrow('257 colours');
  expect([...rowsOf(toPalettePng({width: 256, height: 1, pixels}))[0]!]).toEqual(
    Array.from({length: 256}, (_, i) => i),
  );
});

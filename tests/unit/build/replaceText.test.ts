import {describe, expect, it} from 'vitest';
import {onlyWoff2} from '@site/src/build/math';
import {replaceText} from '@site/src/build/replaceText';
import {CODE_LIST, PAGE_TEMPLATE} from '@site/src/speed/lateCode/build';

describe('a text of a dependency', () => {
  it('is replaced as it stands', () => {
    expect(replaceText('src/a.ts', 'a b', 'b', '$&')).toBe('a $&');
  });

  it('that is not there stops the build, with the file to adapt and the cure', () => {
    expect(() => replaceText('src/a.ts', 'a b', 'c', 'd')).toThrow(
      /^src\/a\.ts：没有找到要改的 c，.*办法：照依赖/,
    );
  });
});

describe("KaTeX's stylesheet", () => {
  const face = (source: string) => `@font-face{font-family:K;src:${source}}`;
  const WOFF2 = 'url(fonts/K.woff2) format("woff2")';

  it('has the fonts that every browser reads', () => {
    const css = face(`${WOFF2},url(fonts/K.woff) format("woff"),url(fonts/K.ttf) format("truetype")`);
    expect(onlyWoff2(css)).toBe(face(WOFF2));
  });

  it.each([
    face(WOFF2),
    face(`${WOFF2}, url(fonts/K.woff) format("woff")`),
    face(`${WOFF2},url(fonts/K.woff) format("woff"),url(fonts/K.otf) format("opentype")`),
    face('url(other/K.woff2) format("woff2"),url(fonts/K.ttf) format("truetype")'),
  ])('stops the build where it is written in another way: %s', (css) => {
    expect(() => onlyWoff2(css)).toThrow(/^src\/build\/math\.ts：.*办法：/);
  });
});

it('The page is the stock one, but for the scripts, which wait', () => {
  expect(PAGE_TEMPLATE).toContain('<%~ it.appHtml %>');
  expect(PAGE_TEMPLATE).toContain(`${CODE_LIST}>`);
  expect(PAGE_TEMPLATE).not.toContain('defer></script>');
});

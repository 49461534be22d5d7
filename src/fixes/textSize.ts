import {themeCommonFile} from './files';
import type {Fix} from './fix';

/** Font size, in pixels, for which the widths were chosen. */
const USUAL_SIZE = 16;

/**
 * Readers saw: with large letters set in the browser (32 px at a window of 1440 px, 24 px at 1280) the links of the bar lie
 * over each other and the title is cut, since the layout for narrow windows begins at a width in pixels.
 *
 * Report, ready to send to facebook/docusaurus: the widths in Infima and in `useWindowSize` are pixels; in `em`, which in a
 * media query is the letter size of the browser, the layout would follow the letters.
 *
 * Delete after a version whose media queries are in `em`, with `emWidths`. Test: tests/e2e/textSize.test.ts.
 */
export const textSize: Fix = {
  file: themeCommonFile('hooks/useWindowSize.js'),
  changes: [
    {
      search: 'window.innerWidth > desktopBreakpoint',
      replace: `matchMedia('(width > ' + desktopBreakpoint / ${USUAL_SIZE} + 'em)').matches`,
    },
  ],
};

/** Turns the widths of media queries from pixels into `em`: the same ones for letters of the usual size. */
export const emWidths = {
  postcssPlugin: 'em-widths',
  AtRule: {
    media(rule: {params: string}) {
      rule.params = rule.params.replace(
        /(width[^()]*?)(\d+(?:\.\d+)?)px/g,
        (_, name: string, pixels: string) => {
          return `${name}${Number(pixels) / USUAL_SIZE}em`;
        },
      );
    },
  },
};

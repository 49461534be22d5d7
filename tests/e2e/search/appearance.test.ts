import {describe, expect, it} from 'vitest';
import {violations} from '../support/axe';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';

const visitor = useVisitor();
const dialog = searchDialog(visitor);
const find = (selector: string) => visitor.page.locator(selector);

const REMEMBERED = JSON.stringify([
  {objectID: 'a', url: '/docs', type: 'lvl1', hierarchy: {lvl0: '文档', lvl1: '总览'}, content: null},
]);

/** Shows the dialog as it is before, with and without results, and where none can be had. */
const states: Record<string, () => Promise<void>> = {
  'nothing to show': () => find('.DocSearch-StartScreen').waitFor(),
  results: () => dialog.ask('relay'),
  'no results': async () => {
    await dialog.input().fill('zzqqxxyy');
    await find('.DocSearch-NoResults').waitFor();
  },
  'searches of before': async () => {
    await visitor.page.keyboard.press('Escape');
    await visitor.page.evaluate((value) => {
      localStorage.setItem('__DOCSEARCH_RECENT_SEARCHES__embedded', value);
      localStorage.setItem('__DOCSEARCH_FAVORITE_SEARCHES__embedded', value);
    }, REMEMBERED);
    await dialog.open();
    await dialog.hits().nth(1).waitFor();
  },
  'an error': async () => {
    await visitor.context.route('**/search-index/**', (route) => route.abort());
    await visitor.page.reload();
    await find('html[data-has-hydrated="true"]').waitFor();
    await dialog.open();
    await dialog.input().fill('relay');
    await find('.DocSearch-ErrorScreen').waitFor();
  },
};

describe.each(['light', 'dark'] as const)('in %s mode', (colorScheme) => {
  it.each([390, 1440])('the dialog can be used by everyone at %i pixels', async (width) => {
    const {page} = visitor;
    await page.emulateMedia({colorScheme});
    await page.setViewportSize({width, height: 844});
    await visitor.visit('/docs/tutorial/quick_start');
    await dialog.open();
    for (const [state, show] of Object.entries(states)) {
      await show();
      expect(await violations(page, undefined, '.DocSearch-Container'), state).toEqual([]);
      const wide = await find('.DocSearch-Modal').evaluate((modal) =>
        [modal, ...modal.querySelectorAll('.DocSearch-Dropdown')].some((e) => e.scrollWidth > e.clientWidth),
      );
      expect(wide, state).toBe(false);
    }
  });
});

describe('In forced colours', () => {
  it.each(['light', 'dark'] as const)(
    'the %s dialog has a frame, its matches can be read, and the active row stands out',
    async (scheme) => {
      await visitor.page.emulateMedia({forcedColors: 'active', colorScheme: scheme});
      await visitor.visit('/docs/install');
      await dialog.open();
      await dialog.ask('relay');
      const shown = await visitor.page.evaluate(() => {
        const style = (selector: string) => getComputedStyle(document.querySelector(selector)!);
        const mark = style('.DocSearch-Hit mark');
        const [active, other] = ['[aria-selected="true"]', '[aria-selected="false"]'].map((state) => {
          const {backgroundColor, outlineStyle, outlineWidth} = style(`.DocSearch-Hit${state} a`);
          return `${backgroundColor} ${outlineStyle} ${outlineWidth}`;
        });
        const {borderTopStyle, outlineStyle} = style('.DocSearch-Modal');
        return {
          mark: mark.color,
          ground: style('.DocSearch-Modal').backgroundColor,
          frame: [borderTopStyle, outlineStyle].some((one) => one !== 'none'),
          active,
          other,
        };
      });
      expect(shown.mark).not.toBe(shown.ground);
      expect(shown.frame).toBe(true);
      expect(shown.active).not.toBe(shown.other);
    },
  );
});

import {expect, it} from 'vitest';
import {emWidths} from '@site/src/fixes/textSize';

it.each([
  ['(max-width: 996px)', '(max-width: 62.25em)'],
  ['(width > 996px) and (width < 1280px)', '(width > 62.25em) and (width < 80em)'],
  ['screen and (min-width:997px)', 'screen and (min-width:62.3125em)'],
  ['(hover: none) and (height <= 480px)', '(hover: none) and (height <= 480px)'],
  ['print', 'print'],
])('%s becomes %s', (params, expected) => {
  const rule = {params};
  emWidths.AtRule.media(rule);
  expect(rule.params).toBe(expected);
});

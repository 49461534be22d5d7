/** Marks that begin no line, and marks that end none. */
const NOT_FIRST = '，。、；：！？）」』》〉】〕”’…％·';
const NOT_LAST = '（「『《〈【〔“‘';

/**
 * Finds faults of line breaking in the paragraphs of an article. Runs in the page, so it refers to nothing outside of it.
 *
 * @returns number of lines, and the first or last character and text of each that breaks a rule
 */
export function faultyLines([notFirst, notLast]: [string, string]): {lines: number; faults: string[]} {
  const faults: string[] = [];
  let count = 0;
  // Lines are there where the text is laid out.
  document.documentElement.dataset.whole = '';
  for (const block of document.querySelectorAll(':is([data-article], .part) > :is(p, ul, ol, blockquote)')) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const lines: string[] = [];
    let last = Infinity;
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement!.closest('pre, .katex')) {
        continue;
      }
      for (let i = 0; i < node.textContent!.length; i++) {
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const rect = range.getClientRects()[0];
        if (rect && rect.width > 0) {
          // A character that stands left of the one before it begins a line.
          if (rect.left < last) {
            lines.push('');
          }
          last = rect.left;
          lines[lines.length - 1] += node.textContent![i]!;
        }
      }
    }
    for (const line of lines) {
      const text = line.trim();
      count += 1;
      if (notFirst.includes(text[0] ?? ' ') || notLast.includes(text.at(-1) ?? ' ')) {
        faults.push(text);
      }
    }
  }
  return {lines: count, faults};
}

export const MARKS: [string, string] = [NOT_FIRST, NOT_LAST];

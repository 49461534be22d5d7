import {pagePath} from '../../content/pageAddress';
import type {Page} from '../../content/pages';
import type {Fence} from '../../site/fences';
import {absoluteLinks, type SitePlace} from './links';

/** A part of a page that stands alone. What is folded is between `fold` and `end`. */
export type PortableBlock =
  | {kind: 'prose'; text: string}
  | {kind: 'fence'; fence: Fence}
  | {kind: 'fold'; summary: string; exercise: boolean}
  | {kind: 'end'};

/** Heading of the section whose folded parts are answers. */
const EXERCISES = '练习';

const ADMONITION = /^(\s*):::+\s*(?:(\w+)(?:\[(.*)\])?)?\s*$/;

const NAMES: Record<string, string> = {
  note: '说明',
  info: '说明',
  tip: '提示',
  warning: '注意',
  caution: '注意',
  danger: '危险',
};

/** Address of a page from anywhere. */
export function pageUrl({url}: Pick<SitePlace, 'url'>, page: Page): string {
  return url + pagePath(page);
}

/** A page cut into blocks of plain Markdown: links absolute, without what only this site understands. */
export function portableBlocks(site: SitePlace, page: Page): PortableBlock[] {
  const own = pageUrl(site, page);
  const blocks: PortableBlock[] = [];
  const fences = new Map(page.fences.map((fence) => [fence.line, fence]));
  let prose: string[] = [];
  let quoted = false;
  let section = '';

  const flush = () => {
    const text = prose
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .replace(/^\n+|\s+$/g, '');
    if (text) {
      blocks.push({kind: 'prose', text});
    }
    prose = [];
  };

  page.lines.forEach((written, i) => {
    const fence = fences.get(i + 1);
    if (fence) {
      flush();
      blocks.push({kind: 'fence', fence});
      return;
    }
    const line = written.replace(/\s*\{\/\*.*?\*\/\}/g, '');
    section = /^##\s+(.*)/.exec(line)?.[1]?.trim() ?? section;
    const admonition = ADMONITION.exec(line);
    const summary = /<summary>(.*?)<\/summary>/.exec(line)?.[1];
    if (admonition) {
      quoted = admonition[2] !== undefined;
      prose.push(
        ...(quoted ? [`> **${admonition[3] ?? NAMES[admonition[2]!] ?? admonition[2]}**`, '>'] : ['']),
      );
    } else if (summary !== undefined) {
      flush();
      blocks.push({kind: 'fold', summary, exercise: section === EXERCISES});
    } else if (/^\s*<\/details>\s*$/.test(line)) {
      flush();
      blocks.push({kind: 'end'});
    } else if (!/^\s*<details(?:\s[^>]*)?>\s*$/.test(line)) {
      const text = absoluteLinks(site, page, own, line);
      prose.push(quoted ? `> ${text}`.trimEnd() : text);
    }
  });
  flush();
  return blocks;
}

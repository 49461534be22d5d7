import path from 'node:path';
import {REFERENCE} from '../reference';
import type {Page} from '../pages';
import type {Fault} from './fault';

const LINK = /\]\(\s*<?([^\s()<>#?]+\.mdx?)[^\s()<>]*\s*(?:["'][^)]*)?\)|\]:\s*<?([^\s<>#?]+\.mdx?)/g;

/** Files of the same tree that the text of a page leads to. */
function linkedFiles({file, lines}: Page): string[] {
  return lines.flatMap((line) =>
    [...line.matchAll(LINK)].map(([, inline, definition]) =>
      path.posix.join(path.posix.dirname(file), decodeURI(inline ?? definition!)),
    ),
  );
}

/** What can be reached from the main page of a tree by links in the text alone. */
function reachable(docs: readonly Page[], start: Page): Set<string> {
  const byFile = new Map(docs.map((page) => [page.file, page]));
  const seen = new Set([start.file]);
  for (const file of seen) {
    linkedFiles(byFile.get(file)!)
      .filter((target) => byFile.has(target))
      .forEach((target) => seen.add(target));
  }
  return seen;
}

/**
 * Pages of the documentation to which no way leads from the main page of their tree by links in the text: only who goes
 * through the sidebar ever finds them. The index of the API reference lists its pages by itself.
 */
export function orphanFaults(pages: readonly Page[]): Fault[] {
  const docs = pages.filter(({kind, isDraft}) => kind === 'doc' && !isDraft);
  return docs
    .filter(({pathInTree}) => /^index\.mdx?$/.test(pathInTree))
    .flatMap((start) => {
      const own = docs.filter(({version}) => version === start.version);
      const seen = reachable(own, start);
      return own.filter(
        ({file, pathInTree}) => !seen.has(file) && !new RegExp(`^${REFERENCE}/(?!index\\.)`).test(pathInTree),
      );
    })
    .map(({file}) => ({
      kind: '从首页的正文走不到的页面',
      file,
      line: 1,
      problem: '从文档首页起，顺着正文里的链接走不到这一页，只有从侧边栏才找得到',
      cure: '在读者用得到它的、走得到的那一页的正文里加一个链接，每个版本都要有',
    }));
}

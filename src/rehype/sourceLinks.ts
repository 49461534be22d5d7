import type {Element, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import {stopOnFaults} from '../content/checks/fault';
import {pageSourceFaults} from '../content/checks/sourceLinks';
import {Page, siteFile} from '../content/pages';
import {
  findRecord,
  type SourceLine,
  sourceTarget,
  sourceUrl,
  splitTarget,
  symbolOf,
} from '../content/sourceLinks';
import {readSourceRecords} from '../content/sourceRecords';
import {getVersion} from '../site/versions';

/** The symbol that a link shows, if it shows nothing else. */
function symbolOfLink({children}: Element): string | undefined {
  const [code, ...rest] = children;
  return code?.type === 'element' && code.tagName === 'code' && rest.length === 0
    ? symbolOf(code.children.map((child) => (child.type === 'text' ? child.value : '')).join(''))
    : undefined;
}

function sourceLink(
  node: Element,
  release: string,
  target: string,
  symbol: string,
  found: SourceLine,
): never {
  const values = {
    href: sourceUrl(getVersion(release).tag, target, found),
    symbol,
    place: `${splitTarget(target).path}:${found.line}`,
    release,
  };
  return {
    type: 'mdxJsxTextElement',
    name: 'SourceLink',
    attributes: Object.entries(values).map(([name, value]) => ({type: 'mdxJsxAttribute', name, value})),
    children: node.children,
  } as never;
}

/**
 * Turns links whose target is `tvm:` and a path into links to the recorded line of TVM's source at the page's release.
 * Runs before `rehypeGoneNames`, which replaces the code in them.
 */
export default function rehypeSourceLinks({siteDir}: {siteDir: string}) {
  return (tree: Root, file: VFile): void => {
    const {frontMatter = {}} = file.data as {frontMatter?: Record<string, unknown>};
    const page = new Page(siteFile(siteDir, file.path), String(file.value), frontMatter);
    visit(tree, 'element', (node, index, parent) => {
      const href = node.tagName === 'a' ? node.properties.href : undefined;
      const target = typeof href === 'string' ? sourceTarget(href) : undefined;
      if (target === undefined || !parent || index === undefined) {
        return undefined;
      }
      const {release} = page;
      const symbol = symbolOfLink(node);
      const records = release === undefined ? undefined : readSourceRecords(siteDir, release);
      const written = decodeURI(target);
      const found = records && findRecord(records, {target: written, symbol});
      if (!found) {
        stopOnFaults(pageSourceFaults(siteDir, page));
        file.fail(`链接 tvm:${written} 的写法不对，要写在一行里：[\`符号\`](tvm:路径)`, node.position);
      }
      parent.children[index] = sourceLink(node, release!, written, symbol!, found);
      return SKIP;
    });
  };
}

import fs from 'node:fs';
import path from 'node:path';
import type {Element, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import {stopOnFaults} from '../plugins/checks/fault';
import {pageLinkFaults, releaseOf} from '../plugins/checks/sourceLinks';
import {classify, type ParsedSource} from '../plugins/checks/sources';
import {
  findRecord,
  type SourceLine,
  type SourceRecords,
  sourceTarget,
  sourceUrl,
  splitTarget,
  symbolOf,
} from '../site/sourceLinks';
import {readRecords, recordsFile} from '../site/node/sourceRecords';
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

/** The page as the checks see it. */
function sourceOf(siteDir: string, file: VFile): ParsedSource {
  const relative = path.relative(siteDir, file.path).split(path.sep).join('/');
  const {frontMatter = {}} = file.data as {frontMatter?: Record<string, unknown>};
  return {kind: 'page', ...classify(relative), file: relative, text: String(file.value), frontMatter};
}

/**
 * Turns links whose target is `tvm:` and a path into links to the recorded line of TVM's source at the page's release.
 * Runs before `rehypeGoneNames`, which replaces the code in them.
 */
export default function rehypeSourceLinks({siteDir}: {siteDir: string}) {
  const cache = new Map<string, {changed: number; records: SourceRecords}>();

  /** Records as they are now: in a preview the command may have found more since. */
  function read(release: string): SourceRecords {
    const file = path.join(siteDir, recordsFile(release));
    const changed = fs.statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0;
    if (cache.get(release)?.changed !== changed) {
      cache.set(release, {changed, records: readRecords(siteDir, release)});
    }
    return cache.get(release)!.records;
  }

  return (tree: Root, file: VFile): void => {
    let source: ParsedSource | undefined;
    visit(tree, 'element', (node, index, parent) => {
      const href = node.tagName === 'a' ? node.properties.href : undefined;
      const target = typeof href === 'string' ? sourceTarget(href) : undefined;
      if (target === undefined || !parent || index === undefined) {
        return undefined;
      }
      source ??= sourceOf(siteDir, file);
      const release = releaseOf(source);
      const symbol = symbolOfLink(node);
      const records = release === undefined ? undefined : read(release);
      const written = decodeURI(target);
      const found = records && findRecord(records, {target: written, symbol});
      if (!found) {
        stopOnFaults(pageLinkFaults(source, records));
        file.fail(`链接 tvm:${written} 的写法不对，要写在一行里：[\`符号\`](tvm:路径)`, node.position);
      }
      parent.children[index] = sourceLink(node, release!, written, symbol!, found);
      return SKIP;
    });
  };
}

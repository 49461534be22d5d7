import type {Element, ElementContent, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';
import type {VFile} from 'vfile';
import {type FenceMeta, parseFenceMeta} from '../../site/fenceMeta';
import {highlight} from './highlight';
import {takeMagicComments} from './magicComments';
import {findChangedLines} from './pair';

/** Longest code and output, in lines, that is shown whole; longer ones open on demand. */
const FOLD_CODE_AFTER = 80;
const FOLD_OUTPUT_AFTER = 30;

interface Block {
  node: Element;
  code: string;
  language: string;
  meta: FenceMeta;
  /** Whether the newest release no longer has the name of this signature. */
  gone: boolean;
  /** What the inventories say of the name of this signature, as JSON. */
  facts?: string;
  line?: number;
}

function readBlock(pre: Element): Block | undefined {
  const code = pre.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'code',
  );
  if (!code) {
    return undefined;
  }
  const classes = ([] as unknown[]).concat(code.properties.className ?? []).map(String);
  const metastring = code.properties.metastring ?? (code.data as {meta?: string} | undefined)?.meta;
  return {
    node: pre,
    code: code.children
      .map((child) => (child.type === 'text' ? child.value : ''))
      .join('')
      .replace(/\n+$/, ''),
    language: classes.find((c) => c.startsWith('language-'))?.slice('language-'.length) ?? '',
    meta: parseFenceMeta(typeof metastring === 'string' ? metastring : ''),
    gone: code.properties.gone === true,
    facts: code.properties.facts as string | undefined,
    line: pre.position?.start.line,
  };
}

function attribute(name: string, value: string | number | boolean | undefined) {
  return value === undefined || value === false
    ? []
    : [{type: 'mdxJsxAttribute', name, value: value === true ? null : String(value)}];
}

function element(name: string, attributes: object[], children: object[] = []): ElementContent {
  return {type: 'mdxJsxFlowElement', name, attributes, children} as unknown as ElementContent;
}

function renderBlock(block: Block, changed: number[] = []): ElementContent {
  const {language, meta} = block;
  const magic = meta.role === 'code' ? takeMagicComments(block.code) : {code: block.code, highlight: []};
  const marks = new Map<number, string>();
  [...meta.highlight, ...magic.highlight].forEach((line) => marks.set(line, 'hl'));
  changed.forEach((line) => marks.set(line, meta.side === 'before' ? 'was' : 'now'));
  const lines = magic.code.split('\n').length;
  return element('CodeFence', [
    ...attribute('html', highlight(magic.code, language, marks)),
    ...attribute('language', language),
    ...attribute('role', meta.role === 'code' ? undefined : meta.role),
    ...attribute('side', meta.side),
    ...attribute('title', meta.title),
    ...attribute('norun', meta.norun),
    ...attribute('gone', block.gone),
    ...attribute('facts', block.facts),
    ...attribute('firstLine', meta.firstLine),
    ...attribute('lines', lines),
    ...attribute('fold', lines > (meta.role === 'output' ? FOLD_OUTPUT_AFTER : FOLD_CODE_AFTER)),
  ]);
}

/** The next sibling that is more than blank text, and its place. */
function nextSibling(
  children: readonly ElementContent[],
  index: number,
): [ElementContent | undefined, number] {
  for (let i = index + 1; i < children.length; i++) {
    const child = children[i]!;
    if (child.type !== 'text' || child.value.trim()) {
      return [child, i];
    }
  }
  return [undefined, children.length];
}

/**
 * Turns fenced code into `CodeFence` elements whose highlighted HTML is ready, so that no reader's browser tokenizes or
 * builds an element per token. An output marked `before` and the next one marked `after` become a `CodeCompare`, with
 * the lines that differ marked.
 */
export default function rehypeCodeBlocks() {
  return (tree: Root, file: VFile): void => {
    visit(tree, 'element', (node, index, parent) => {
      if (node.tagName !== 'pre' || !parent || index === undefined) {
        return undefined;
      }
      const block = readBlock(node);
      if (!block) {
        return undefined;
      }
      const children = parent.children as ElementContent[];
      try {
        const [sibling, siblingIndex] = nextSibling(children, index);
        const other =
          block.meta.side === 'before' && sibling?.type === 'element' && sibling.tagName === 'pre'
            ? readBlock(sibling)
            : undefined;
        if (other?.meta.side === 'after') {
          const changed = findChangedLines(block.code, other.code);
          const pair = element(
            'CodeCompare',
            [],
            [renderBlock(block, changed.before), renderBlock(other, changed.after)],
          );
          children.splice(index, siblingIndex - index + 1, pair);
        } else {
          children.splice(index, 1, renderBlock(block));
        }
      } catch (error) {
        file.fail(
          (error as Error).message,
          block.line === undefined ? undefined : {line: block.line, column: 1},
        );
      }
      return [SKIP, index + 1];
    });
  };
}

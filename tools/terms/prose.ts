import type {Node} from 'mdast';
import {visit} from 'unist-util-visit';
import {parseMarkdown} from '../../src/content/markdown';
import {classify} from '../../src/content/pages';

/** A piece of prose; line and column, where it starts, count from 1. */
export interface Prose {
  line: number;
  column: number;
  text: string;
}

const FRONT_MATTER_PROSE = /^(title|description|sidebar_label|pagination_label|image_alt):\s*(.*)$/;

function inFrontMatter(text: string): Prose[] {
  return text.split('\n').flatMap((line, i) => {
    const match = FRONT_MATTER_PROSE.exec(line);
    return match ? [{line: i + 2, column: line.length - match[2]!.length + 1, text: match[2]!}] : [];
  });
}

interface OtherNode extends Node {
  value: string;
  alt?: string;
  attributes: {name?: string; value?: unknown}[];
}

/** Prose of a Markdown file: its text, the alternative texts and titles; no code, no formulas, no addresses. */
function inMarkdown(file: string, source: string): Prose[] {
  const prose: Prose[] = [];
  const add = (node: Node, text: string | undefined) => {
    const {line, column} = node.position!.start;
    (text ?? '').split('\n').forEach((part, i) => {
      prose.push({line: line + i, column: i === 0 ? column : 1, text: part});
    });
  };
  const isMdx = file.endsWith('.mdx') || classify(file) !== undefined;
  visit(parseMarkdown(source, isMdx), (visited) => {
    const node = visited as unknown as OtherNode;
    switch (node.type) {
      case 'text':
        add(node, node.value);
        break;
      case 'html':
        add(
          node,
          node.value.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' ')),
        );
        break;
      case 'image':
        add(node, node.alt);
        break;
      case 'mdxJsxFlowElement':
      case 'mdxJsxTextElement':
        for (const {name, value} of node.attributes) {
          if (typeof value === 'string' && !/^(href|to|src|id|className)$/.test(name ?? '')) {
            add(node, value);
          }
        }
        break;
      case 'yaml':
        prose.push(...inFrontMatter(node.value));
        break;
    }
  });
  return prose;
}

/** Prose of a file: of Markdown without its code; of anything else, where only text is Chinese, all of it. */
export function readProse(file: string, source: string): Prose[] {
  return /\.mdx?$/.test(file)
    ? inMarkdown(file, source)
    : source.split(/\r?\n/).map((text, i) => ({line: i + 1, column: 1, text}));
}

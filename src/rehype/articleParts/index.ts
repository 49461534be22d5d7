import type {Element, Nodes, Root, RootContent} from 'hast';
import {COLUMNS, estimateHeight, nameOf, valueOf} from './height';

/** About how high a part is at the least, and what stays outside of parts since it is seen at once, in pixels. */
const PART_HEIGHT = 600;
const FIRST_SCREEN = 900;
const HEADING_HEIGHT = 80;

/** Places that readers jump to and lists of contents measure. */
const isHeading = (node: Nodes) => /^(h[1-6]|header)$/.test(nameOf(node));
const isModuleCode = (node: Nodes) => node.type === ('mdxjsEsm' as string);

/** Whether a node belongs to what is before it: blank text, and what code printed. */
const continues = (node: Nodes) =>
  node.type === 'text' || (nameOf(node) === 'CodeFence' && valueOf(node, 'role') === 'output');

/** A part of an article, with its height while it is not laid out. */
function wrap(children: RootContent[], isLast: boolean): Element {
  const height = (columns: number) =>
    Math.round(children.reduce((sum, child) => sum + estimateHeight(child, columns), 0));
  return {
    type: 'element',
    tagName: 'div',
    properties: {
      className: isLast ? ['part', 'part--last'] : ['part'],
      style: `--narrow:${height(COLUMNS.narrow)}px;--wide:${height(COLUMNS.wide)}px`,
    },
    children: children as Element['children'],
  };
}

/**
 * Divides what follows the first screen of an article into parts of about a screen, which the browser lays out as they
 * come near (`.part` in src/css/reading.css). Headings stay outside. Runs last, as it needs what the others write.
 */
export default function rehypeArticleParts() {
  return (tree: Root): void => {
    const children: RootContent[] = [];
    let part: RootContent[] = [];
    let partHeight = 0;
    let above = 0;

    const close = (isLast: boolean) => {
      if (part.length > 0) {
        children.push(wrap(part, isLast));
      }
      [part, partHeight] = [[], 0];
    };

    for (const child of tree.children) {
      const height = isHeading(child) ? HEADING_HEIGHT : estimateHeight(child, COLUMNS.narrow);
      if (isModuleCode(child)) {
        children.push(child);
      } else if (continues(child)) {
        (part.length > 0 ? part : children).push(child);
      } else if (isHeading(child) || above < FIRST_SCREEN) {
        close(isHeading(child));
        children.push(child);
      } else {
        if (partHeight >= PART_HEIGHT) {
          close(false);
        }
        part.push(child);
      }
      partHeight += part.length > 0 ? height : 0;
      above += height;
    }
    close(true);
    tree.children = children;
  };
}

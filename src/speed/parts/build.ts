import type {Element, Nodes, Root, RootContent} from 'hast';
import {nameOf, roleOf, roughHeight} from './size';

/** About how high a part is at the least, and what stays outside of parts since it is seen at once, in pixels. */
const PART_HEIGHT = 600;
const FIRST_SCREEN = 900;
const HEADING_HEIGHT = 80;

/** Characters in a line on a phone and on wide screens: Han among Latin ones, which are half as wide. */
const COLUMNS = {narrow: 34, wide: 64};

/** What the sum of rough heights has to be multiplied by, as measured on long pages at 390 and 1280 pixels. */
const SCALE = {narrow: 0.93, wide: 0.66};

/** Places that readers jump to and lists of contents measure. */
const isHeading = (node: Nodes) => /^(h[1-6]|header)$/.test(nameOf(node));
const isModuleCode = (node: Nodes) => node.type === ('mdxjsEsm' as string);

/** Whether a node belongs to what is before it: blank text, and what code printed. */
const continues = (node: Nodes) =>
  node.type === 'text' || (nameOf(node) === 'CodeFence' && roleOf(node) === 'output');

/** A part of an article, with about the height that it takes when it is laid out. */
function wrap(children: RootContent[], isLast: boolean): Element {
  const height = (width: 'narrow' | 'wide') =>
    Math.round(SCALE[width] * children.reduce((sum, child) => sum + roughHeight(child, COLUMNS[width]), 0));
  return {
    type: 'element',
    tagName: 'div',
    properties: {
      className: isLast ? ['part', 'part--last'] : ['part'],
      style: `--narrow:${height('narrow')}px;--wide:${height('wide')}px`,
    },
    children: children as Element['children'],
  };
}

/**
 * Divides what follows the first screen of an article into parts of about a screen, which the browser lays out as they
 * come near (`.part` in src/css/reading.css). Headings stay outside. Runs last, as it needs what the others write.
 */
export default function rehypeParts() {
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
      const height = isHeading(child) ? HEADING_HEIGHT : roughHeight(child, COLUMNS.narrow);
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

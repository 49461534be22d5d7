import type {Root, Element} from 'hast';
import {SKIP, EXIT, visit} from 'unist-util-visit';

function hasFormula(tree: Root): boolean {
  let found = false;
  visit(tree, 'element', (node: Element) => {
    const {className} = node.properties;
    if (Array.isArray(className) && className.includes('katex')) {
      found = true;
      return EXIT;
    }
    return node.tagName === 'pre' ? SKIP : undefined;
  });
  return found;
}

/**
 * Links KaTeX's stylesheet from the pages that hold a formula, and from no other. Runs after rehype-katex. The link
 * stands in the article itself, where it goes wherever the article's HTML goes.
 */
export default function rehypeMathStylesheet({href}: {href: string}) {
  return (tree: Root): void => {
    if (hasFormula(tree)) {
      tree.children.unshift({
        type: 'element',
        tagName: 'link',
        properties: {rel: ['stylesheet'], href},
        children: [],
      });
    }
  };
}

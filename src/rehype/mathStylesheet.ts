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

/** Links KaTeX's stylesheet from the pages that hold a formula, and from no other. Runs after rehype-katex. */
export default function rehypeMathStylesheet({href}: {href: string}) {
  return (tree: Root): void => {
    if (!hasFormula(tree)) {
      return;
    }
    const attribute = (name: string, value: string) => ({type: 'mdxJsxAttribute', name, value});
    tree.children.push({
      type: 'mdxJsxFlowElement',
      name: 'Head',
      attributes: [],
      children: [
        {
          type: 'mdxJsxFlowElement',
          name: 'link',
          attributes: [attribute('rel', 'stylesheet'), attribute('href', href)],
          children: [],
        },
      ],
    } as never);
  };
}

import type {Element, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';

function has({properties: {className}}: Element, name: string): boolean {
  return Array.isArray(className) && className.includes(name);
}

/** What rehype-katex writes has to be recognised, or formulas stand there without their styles. */
function expectClass(node: Element, name: string, found: boolean): void {
  if (node.tagName === 'math' && !found) {
    throw new Error(
      `src/rehype/formulas.ts：公式不在类名为 ${name} 的元素里，会没有样式。办法：照 rehype-katex 现在的输出改这个文件`,
    );
  }
}

/**
 * Makes a `Formula` of each formula that stands by itself, and links KaTeX's stylesheet from the pages that hold a formula,
 * and from no other. Runs after rehype-katex. The link stands in the article itself, where it goes wherever the article's
 * HTML goes.
 */
export default function rehypeFormulas({stylesheet}: {stylesheet: string}) {
  return (tree: Root): void => {
    let found = false;
    visit(tree, 'element', (node, index, parent) => {
      expectClass(node, 'katex', false);
      if (has(node, 'katex')) {
        const isDisplay = parent?.type === 'element' && has(parent, 'katex-display');
        visit(node, 'element', (inner) =>
          expectClass(inner, 'katex-display', inner.properties.display !== 'block' || isDisplay),
        );
      }
      if (has(node, 'katex-display') && parent && index !== undefined) {
        parent.children[index] = {
          type: 'mdxJsxFlowElement',
          name: 'Formula',
          attributes: [],
          children: node.children,
        } as never;
      }
      found ||= has(node, 'katex') || has(node, 'katex-display');
      return has(node, 'katex') || node.tagName === 'pre' ? SKIP : undefined;
    });
    if (found) {
      tree.children.unshift({
        type: 'element',
        tagName: 'link',
        properties: {rel: ['stylesheet'], href: stylesheet},
        children: [],
      });
    }
  };
}

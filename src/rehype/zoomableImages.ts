import type {Nodes, Parents, Root} from 'hast';
import {SKIP, visit} from 'unist-util-visit';

/** An element of MDX; Docusaurus makes one of each picture that is a file of the site. */
interface Jsx {
  type: string;
  name?: string;
  attributes?: {name: string; value?: unknown}[];
}

function nameOf(node: Nodes): string | undefined {
  return node.type === 'element' ? node.tagName : (node as Jsx).name;
}

function altOf(node: Nodes): unknown {
  return node.type === 'element'
    ? node.properties.alt
    : (node as Jsx).attributes?.find(({name}) => name === 'alt')?.value;
}

/** Makes buttons of the pictures of an article that show something, so that readers can enlarge them. */
export default function rehypeZoomableImages() {
  return (tree: Root): void => {
    visit(tree, (node: Nodes, index, parent: Parents | undefined) => {
      const name = nameOf(node);
      if (name === 'a' || name === 'Link' || name === 'ZoomableImage') {
        return SKIP;
      }
      const alt = name === 'img' ? altOf(node) : undefined;
      if (typeof alt !== 'string' || alt === '' || !parent || index === undefined) {
        return undefined;
      }
      parent.children[index] = {
        type: 'mdxJsxTextElement',
        name: 'ZoomableImage',
        attributes: [{type: 'mdxJsxAttribute', name: 'alt', value: alt}],
        children: [node],
      } as never;
      return SKIP;
    });
  };
}

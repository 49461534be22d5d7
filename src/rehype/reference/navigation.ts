import type {Element, ElementContent} from 'hast';
import type {ReferenceNode} from '../../content/referenceTree';

const text = (value: string): ElementContent => ({type: 'text', value});

function link(href: string, label: string, properties: Element['properties'] = {}): Element {
  return {type: 'element', tagName: 'a', properties: {href, ...properties}, children: [text(label)]};
}

/**
 * The navigation of the API reference as it stands on one of its pages: all pages by module, and the names of this one.
 * The reference has no sidebar of the documentation, so this takes its place, as a part of the article that the style
 * sheet puts into the left column: such a part needs no code in the browser and comes with the article of each page.
 *
 * @param here address of the page
 * @param names entries of the page, in its order
 */
export function navigationOf(
  tree: readonly ReferenceNode[],
  here: string,
  names: readonly string[],
  attributes: Record<'release' | 'styles', string>,
): Element {
  const items = tree.flatMap((node): ElementContent[] => {
    const isHere = node.url === here;
    const own = link(node.url, node.label, {
      ...(node.depth > 0 && {className: [`api-nav-${Math.min(node.depth, 2)}`]}),
      ...(isHere && {'aria-current': 'page'}),
    });
    return isHere && names.length > 0
      ? [
          own,
          {
            type: 'element',
            tagName: 'div',
            properties: {className: ['api-nav-names']},
            children: names.map((name) =>
              link(`#${name}`, name.slice(name.lastIndexOf('.') + 1), {title: name}),
            ),
          },
        ]
      : [own];
  });
  return {
    type: 'mdxJsxFlowElement',
    name: 'ReferenceNavigation',
    attributes: Object.entries(attributes).map(([name, value]) => ({type: 'mdxJsxAttribute', name, value})),
    children: items,
  } as never;
}

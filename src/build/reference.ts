import type {ParseFrontMatter} from '@docusaurus/types';
import type {Options} from '@docusaurus/plugin-content-docs';
import {siteFile} from '../content/pages';
import {readReferenceTree, trailOf} from '../content/referenceTree';
import {VERSIONS} from '../site/versions';

/** What of the reference has a navigation of its own instead of the sidebar, within the tree of a version. */
const FOLDER = 'reference/api';

/** Where the sidebar leads into it. */
const ENTRANCE = `${FOLDER}/python/index`;

/** A page with more entries lists only their groups in its contents, which would else be longer than the window. */
const MOST_IN_CONTENTS = 30;

/** Leaves the API reference out of the sidebar, but for the way there. */
export const withoutReference: Options['sidebarItemsGenerator'] = async ({
  defaultSidebarItemsGenerator,
  docs,
  ...args
}) => {
  const items = await defaultSidebarItemsGenerator({
    ...args,
    docs: docs.filter(({id}) => !id.startsWith(`${FOLDER}/`)),
  });
  const isOfReference = (item: (typeof items)[number]) =>
    item.type === 'category' &&
    item.items.some((inner) => inner.type === 'doc' && inner.id.startsWith('reference/'));
  const reference = items.find(isOfReference);
  if (reference?.type === 'category' && docs.some(({id}) => id === ENTRANCE)) {
    reference.items.unshift({type: 'ref', id: ENTRANCE});
  }
  return items;
};

/**
 * Gives the pages of the API reference, which no sidebar orders, their neighbours, the way to them from the index and, where
 * they hold much, contents of their groups alone.
 *
 * @param parse parser to add to
 */
export function withReference(siteDir: string, parse: ParseFrontMatter): ParseFrontMatter {
  return async (params) => {
    const result = await parse(params);
    const file = siteFile(siteDir, params.filePath);
    const version = VERSIONS.find(({directory}) => file.startsWith(`${directory}/${FOLDER}/`));
    const tree = version ? readReferenceTree(siteDir, version) : [];
    const docId = file.slice((version?.directory.length ?? 0) + 1).replace(/\.mdx?$/, '');
    const at = tree.findIndex((node) => node.docId === docId);
    const node = tree[at];
    return node
      ? {
          ...result,
          frontMatter: {
            pagination_prev: tree[at - 1]?.docId ?? null,
            pagination_next: tree[at + 1]?.docId ?? null,
            reference_trail: trailOf(tree, node).map(({label, url}) => [label, url]),
            ...((node.page?.entries.size ?? 0) > MOST_IN_CONTENTS && {toc_max_heading_level: 2}),
            ...result.frontMatter,
          },
        }
      : result;
  };
}

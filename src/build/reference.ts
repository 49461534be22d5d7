import path from 'node:path';
import type {ParseFrontMatter} from '@docusaurus/types';
import type {Options} from '@docusaurus/plugin-content-docs';
import {VERSIONS} from '../site/versions';

/** What of the reference has an index of its own instead of the sidebar, within the tree of a version. */
const FOLDER = 'reference/api';

/** Leaves the API reference out of the sidebar. */
export const withoutReference: Options['sidebarItemsGenerator'] = ({
  defaultSidebarItemsGenerator,
  docs,
  ...args
}) => defaultSidebarItemsGenerator({...args, docs: docs.filter(({id}) => !id.startsWith(`${FOLDER}/`))});

/**
 * Keeps the contents of pages of the API reference to their groups: the entries stand in the index of the page.
 *
 * @param parse parser to add to
 */
export function withReference(siteDir: string, parse: ParseFrontMatter): ParseFrontMatter {
  const folders = VERSIONS.map(({directory}) => `${directory}/${FOLDER}/`);
  return async (params) => {
    const result = await parse(params);
    const file = path.relative(siteDir, params.filePath).split(path.sep).join('/');
    return folders.some((folder) => file.startsWith(folder))
      ? {...result, frontMatter: {toc_max_heading_level: 2, ...result.frontMatter}}
      : result;
  };
}

import {type DocEntry, type PackedDocs, unpackDocs} from '@site/src/site/docIndex';

type Versions = {path: string; docs: DocEntry[]}[];

/**
 * Puts the lists of pages back into the data that plugins share.
 *
 * @param data global data whose versions of the documentation list no pages
 * @param lists pages of all versions, by instance of the docs plugin
 */
export function unpackGlobalData(
  data: {'docusaurus-plugin-content-docs': Record<string, {versions: Versions}>},
  lists: Record<string, PackedDocs>,
): typeof data {
  for (const [id, {versions}] of Object.entries(data['docusaurus-plugin-content-docs'])) {
    const docs = unpackDocs(
      lists[id],
      versions.map(({path}) => path),
    );
    versions.forEach((version, index) => {
      version.docs = docs[index];
    });
  }
  return data;
}

import type {LoadContext, Plugin} from '@docusaurus/types';
import {readReferencePages} from '../../content/referencePages';
import {VERSIONS} from '../../site/versions';
import type {ReferenceAddresses} from '../../site/referenceAddresses';

/** Lists the names of the API reference with their pages for the field that finds one, which fetches the list when it is used. */
export default function referenceNamesPlugin({siteDir, baseUrl}: LoadContext): Plugin {
  return {
    name: 'tvm-reference-names',
    async contentLoaded({actions}) {
      for (const version of VERSIONS) {
        const list: ReferenceAddresses = readReferencePages(siteDir, version).map(
          ({url, entries, members}) => [
            baseUrl.replace(/\/$/, '') + url,
            [...entries.keys(), ...members.keys()],
          ],
        );
        await actions.createData(`${version.release}.json`, list as never);
      }
    },
  };
}

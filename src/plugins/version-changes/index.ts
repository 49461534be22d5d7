import path from 'node:path';
import type {LoadContext, Plugin, PluginContentLoadedActions} from '@docusaurus/types';
import {aliasedSitePath} from '@docusaurus/utils';
import {type ApiChanges, type ChangeCounts, changePairs, CHANGES, changesPath} from '../../site/apiChanges';
import {VERSIONS} from '../../site/versions';
import {compareApis, readApi} from './changes';

function countsOf({from, to, modules}: ApiChanges): ChangeCounts {
  const counts = {from, to, added: 0, removed: 0, changed: 0};
  modules.forEach(({changes}) => changes.forEach(({state}) => (counts[state] += 1)));
  return counts;
}

/** Makes a page of what changed in the API between releases, and the list of these pages. */
export default function versionChangesPlugin({siteDir, baseUrl}: LoadContext): Plugin<ApiChanges[]> {
  const address = (below: string) => baseUrl + below.slice(1);
  // Where a module is, stands in the code of every page, and must not name the folder of this machine.
  const write = async ({createData}: PluginContentLoadedActions, name: string, data: unknown) =>
    aliasedSitePath(await createData(name, data as object), siteDir);
  return {
    name: 'tvm-version-changes',
    getPathsToWatch: () => [path.join(siteDir, 'data/api/*.json')],
    loadContent() {
      const apis = new Map(VERSIONS.map((version) => [version, readApi(siteDir, version)]));
      return Promise.resolve(changePairs().map(([from, to]) => compareApis(apis.get(from)!, apis.get(to)!)));
    },
    async contentLoaded({content, actions}) {
      for (const changes of content) {
        const {from, to} = changes;
        const data = await write(actions, `${from}-${to}.json`, changes);
        actions.addRoute({
          path: address(changesPath(from, to)),
          exact: true,
          component: '@site/src/components/VersionChanges',
          modules: {changes: data},
        });
      }
      actions.addRoute({
        path: address(CHANGES),
        exact: true,
        component: '@site/src/components/VersionChanges/List',
        modules: {pairs: await write(actions, 'pairs.json', content.map(countsOf))},
      });
    },
  };
}

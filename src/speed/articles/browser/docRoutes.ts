import ComponentCreator from '@docusaurus/ComponentCreator';
import type {RouteConfig} from 'react-router-config';
import chunkNames from '@generated/routesChunkNames';
import registry from '@generated/registry';
import {loadArticle} from './browser';
import {withoutTrailingSlash} from '@site/src/site/addresses';
import {versionDocs} from './versionDocs';

type Registry = Record<string, [load: () => Promise<unknown>, name: string, id: string]>;

/** Last part of the key under which Docusaurus finds what a route loads; a hash for the routes that it generates. */
const HASH = 'doc';

/**
 * Makes the routes of a version's static pages. Their components come from Docusaurus, created when first asked for, and
 * load what a page's HTML holds in the place of a chunk.
 *
 * @param instance id of the docs plugin's instance
 * @param name the version's name
 * @param shape names of the modules that these routes share
 * @param others addresses that other routes have
 */
export function docRoutes(
  instance: string,
  name: string,
  shape: object,
  others: readonly string[],
): RouteConfig[] {
  return versionDocs(instance, name).flatMap(({path: address, sidebar}) => {
    const path = withoutTrailingSlash(address);
    if (others.includes(path)) {
      return [];
    }
    let component: RouteConfig['component'];
    return {
      path,
      exact: true,
      ...(sidebar && {sidebar}),
      get component() {
        if (!component) {
          (registry as Registry)[path] = [() => loadArticle(path), path, path];
          Object.assign(chunkNames, {[`${path}-${HASH}`]: {...shape, content: path}});
          component = ComponentCreator(path, HASH);
        }
        return component;
      },
    };
  });
}

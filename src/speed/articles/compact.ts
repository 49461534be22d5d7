import {packVersions} from './docs';
import type {DocsData, Generated, GeneratedRoute} from './generated';

const DOCS_PLUGIN = 'docusaurus-plugin-content-docs';
const RUNTIME = '@site/src/speed/articles/browser';

/** A Markdown page, whose article and data the browser finds in its HTML. */
const STATIC = /^@site\/.*\.md$/;

/** A version of the documentation among the routes. */
interface Version {
  instance: string;
  name: string;
  path: string;
}

const keyOf = ({component: [path, hash]}: GeneratedRoute) => `${path}-${hash}`;
const json = (value: unknown) => JSON.stringify(value);

function routeCode(route: GeneratedRoute, children: (route: GeneratedRoute) => string[]): string {
  const {path, component, routes, ...rest} = route;
  const fields = Object.entries(rest).map(([key, value]) => `${json(key)}: ${json(value)}`);
  const below = routes ? [`routes: [${children(route).join(',\n')}]`] : [];
  return `{${[`path: ${json(path)}`, `component: ComponentCreator(${component.map(json).join(', ')})`, ...fields, ...below].join(', ')}}`;
}

function leaves(route: GeneratedRoute): GeneratedRoute[] {
  return route.routes ? route.routes.flatMap(leaves) : [route];
}

/**
 * Writes what the browser has to know of the pages so that one more page costs it little. Docusaurus lists each page four
 * times: in the routes, in the names of chunks, in the registry of chunks and in the global data. All of the first three
 * follows from the last, and a static article has no chunk, so that `docRoutes` makes them when the site starts. The
 * modules answer as Docusaurus' own do, with one exception: a version whose pages are all static has no titles and
 * descriptions of pages beside its sidebars in the browser, since only lists of cards show them.
 *
 * @param readJson reads a generated JSON file by the name of its module
 * @returns code of each module that stands for a generated one, by the name of that
 */
export function compactModules(
  generated: Generated,
  readJson: (module: string) => unknown,
): Record<string, string> {
  const chunkNames = {...generated.chunkNames};
  const registry = new Map(generated.registry);
  const docsData: DocsData = generated.globalData[DOCS_PLUGIN] ?? {};
  const modules: Record<string, string> = {};

  const contentOf = (route: GeneratedRoute) => String(chunkNames[keyOf(route)]?.content);
  const isStatic = (route: GeneratedRoute) => STATIC.test(registry.get(contentOf(route))?.module ?? '');

  const versionAt = (route: GeneratedRoute): Version | undefined =>
    route.routes && chunkNames[keyOf(route)]?.__props
      ? Object.entries(docsData)
          .flatMap(([instance, {versions}]) => versions.map(({name, path}) => ({instance, name, path})))
          .find(({path}) => path === route.path)
      : undefined;

  function leaveOutPages(route: GeneratedRoute): void {
    const {module} = registry.get(String(chunkNames[keyOf(route)].__props))!;
    const {version} = readJson(module) as {version: object};
    modules[module] = `export default ${json({version: {...version, docs: {}}})};\n`;
  }

  function children(route: GeneratedRoute, version: Version | undefined): string[] {
    const all = route.routes ?? [];
    const articles = version ? all.filter(isStatic) : [];
    const shapes = new Set(articles.map((a) => json({...chunkNames[keyOf(a)], content: undefined})));
    const others = shapes.size === 1 ? all.filter((child) => !articles.includes(child)) : all;
    const codes = others.map((child) => toCode(child, version));
    if (version && shapes.size === 1) {
      for (const article of articles) {
        registry.delete(contentOf(article));
        delete chunkNames[keyOf(article)];
      }
      const paths = others.map(({path}) => path);
      codes.push(
        `...docRoutes(${[json(version.instance), json(version.name), ...shapes, json(paths)].join(', ')})`,
      );
    }
    return codes;
  }

  function toCode(route: GeneratedRoute, outer?: Version): string {
    const own = versionAt(route);
    if (isStatic(route)) {
      const [name, module] = [contentOf(route), registry.get(contentOf(route))!.module];
      const entry = [`() => loadArticle(${json(route.path)})`, json(module), json(module)];
      registry.set(name, {module, code: `${json(name)}: [${entry.join(', ')}],`});
    }
    if (own && leaves(route).every(isStatic)) {
      leaveOutPages(route);
    }
    return routeCode(route, () => children(route, own ?? outer));
  }

  const routes = generated.routes.map((route) => toCode(route));
  const packedDocs = Object.entries(docsData).map(([id, {versions, ...rest}]) => {
    const lists = packVersions(versions);
    return [id, {...rest, versions: versions.map((version, i) => ({...version, docs: lists[i]}))}];
  });
  const globalData = {...generated.globalData, [DOCS_PLUGIN]: Object.fromEntries(packedDocs)};
  return {
    ...modules,
    '@generated/routes': `import ComponentCreator from '@docusaurus/ComponentCreator';
import {docRoutes} from '${RUNTIME}/docRoutes';
export default [${routes.join(',\n')}];
`,
    '@generated/routesChunkNames': `export default ${json(chunkNames)};\n`,
    '@generated/registry': `import {loadArticle} from '${RUNTIME}/browser';
export default {\n${[...registry.values()].map(({code}) => code).join('\n')}\n};\n`,
    '@generated/globalData': `import {unpackGlobalData} from '${RUNTIME}/globalData';
export default unpackGlobalData(${json(globalData)}, ${json(DOCS_PLUGIN)});
`,
  };
}

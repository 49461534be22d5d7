import fs from 'node:fs';
import path from 'node:path';
import {runInNewContext} from 'node:vm';
import {replaceText} from '../../build/replaceText';
import type {Doc} from './docs';

/** A route as Docusaurus generates it, its component given by the arguments of its creation. */
export interface GeneratedRoute {
  path: string;
  component: [path: string, hash?: string];
  routes?: GeneratedRoute[];
  [extra: string]: unknown;
}

/** Names of a route's modules in the registry, by property of its component. */
export type ChunkNames = Record<string, unknown>;

/** A module that a route loads: its name for the bundler, and its line of the registry's code. */
export interface RegistryEntry {
  module: string;
  code: string;
}

/** Data of the docs plugin's instances, by their ids. */
export type DocsData = Record<string, {versions: {name: string; path: string; docs: Doc[]}[]}>;

/** What Docusaurus generates for the browser. */
export interface Generated {
  routes: GeneratedRoute[];
  /** By `path-hash` of the route. */
  chunkNames: Record<string, ChunkNames>;
  registry: Map<string, RegistryEntry>;
  globalData: Record<string, unknown> & {'docusaurus-plugin-content-docs'?: DocsData};
}

const OWNER = 'src/speed/articles/generated.ts';

/** Runs a generated module, with what it uses of others, and returns its default export. */
function run(code: string, globals: object): unknown {
  const plain = replaceText(OWNER, code.replace(/^import .*$/gm, ''), 'export default', 'result =');
  const sandbox: {result?: unknown} = {...globals};
  runInNewContext(plain, sandbox);
  return sandbox.result;
}

/** Reads the registry's code, of which each entry is a function that imports, the module's name and its id. */
export function readRegistry(code: string): Generated['registry'] {
  const entries = run(code, {require: {resolveWeak: (module: string) => module}}) as Record<
    string,
    unknown[]
  >;
  return new Map(
    Object.entries(entries).map(([name, entry]) => {
      const [load, module, id] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof load !== 'function' || typeof module !== 'string' || module !== id) {
        throw new Error(
          `${OWNER}：registry.js 的 ${name} 应当是三项：() => import(模块)、模块名、require.resolveWeak(模块)。办法：照 Docusaurus 现在的写法改这个文件`,
        );
      }
      const [key, text] = [JSON.stringify(name), JSON.stringify(module)];
      return [name, {module, code: `${key}: [${String(load)}, ${text}, require.resolveWeak(${text})],`}];
    }),
  );
}

/**
 * Reads the files that Docusaurus generated.
 *
 * @param folder usually `.docusaurus`
 */
export function readGenerated(folder: string): Generated {
  const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
  const ComponentCreator = (...args: unknown[]) => args;
  return {
    routes: run(read('routes.js'), {ComponentCreator}) as GeneratedRoute[],
    chunkNames: JSON.parse(read('routesChunkNames.json')) as Generated['chunkNames'],
    registry: readRegistry(read('registry.js')),
    globalData: JSON.parse(read('globalData.json')) as Generated['globalData'],
  };
}

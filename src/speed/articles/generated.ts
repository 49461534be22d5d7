import fs from 'node:fs';
import path from 'node:path';
import {runInNewContext} from 'node:vm';
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

const ENTRY = /^ {2}"([^"]+)": \[.*?, "([^"]+)", .*\],/gm;

/**
 * Reads the files that Docusaurus generated.
 *
 * @param folder usually `.docusaurus`
 */
export function readGenerated(folder: string): Generated {
  const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
  const code = read('routes.js')
    .replace(/^import .*$/gm, '')
    .replace('export default', 'routes =');
  const sandbox: {routes: GeneratedRoute[]; ComponentCreator: unknown} = {
    routes: [],
    ComponentCreator: (...args: unknown[]) => args,
  };
  runInNewContext(code, sandbox);
  return {
    routes: sandbox.routes,
    chunkNames: JSON.parse(read('routesChunkNames.json')) as Generated['chunkNames'],
    registry: new Map(
      [...read('registry.js').matchAll(ENTRY)].map(([line, name, module]) => [name, {module, code: line}]),
    ),
    globalData: JSON.parse(read('globalData.json')) as Generated['globalData'],
  };
}

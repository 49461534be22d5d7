import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {filesUnder} from '../../build/files';

/** What decides how pages are compiled, besides the configuration file that Docusaurus watches by itself. */
const SOURCES = [
  'src/plugins',
  'src/rehype',
  'src/site',
  'data',
  'i18n/zh-Hans/code.json',
  'package-lock.json',
];

/**
 * Lets the bundler's cache on disk go when something changes that decides how pages are compiled. Without it a build
 * after a change of a plugin mixes modules from before and after.
 */
export default function cachePlugin({siteDir}: LoadContext): Plugin {
  return {
    name: 'tvm-cache',
    configureWebpack(config) {
      const {experiments} = config as {experiments?: {cache?: unknown}};
      if (!experiments?.cache) {
        return {};
      }
      const buildDependencies = SOURCES.flatMap((source) => filesUnder(path.join(siteDir, source)));
      return {experiments: {cache: {buildDependencies}}} as ReturnType<
        NonNullable<Plugin['configureWebpack']>
      >;
    },
  };
}

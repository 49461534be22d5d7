import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {filesUnder} from '../../build/files';
import {readReferencePages} from '../../site/node/referenceEntries';
import {VERSIONS} from '../../site/versions';

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
 * Writes down what else decides how pages are compiled: the settings of the environment, and what pages take from the API
 * reference, the names of its entries and the titles for its index. It stays untouched while that is the same, so that
 * the text of an entry may change without a new cache.
 */
function writeState(siteDir: string, settings: object): string {
  const file = path.join(siteDir, 'node_modules/.cache/state.json');
  const pages = VERSIONS.flatMap((version) => readReferencePages(siteDir, version));
  // Not the settings themselves: keys are among them.
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  const state = JSON.stringify([hash, pages.map(({entries, ...page}) => [page, [...entries.keys()]])]);
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== state) {
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, state);
  }
  return file;
}

/**
 * Lets the bundler's cache on disk go when something changes that decides how pages are compiled. Without it a build
 * after a change of a plugin mixes modules from before and after.
 */
export default function cachePlugin({siteDir}: LoadContext, {settings}: {settings: object}): Plugin {
  return {
    name: 'tvm-cache',
    configureWebpack(config) {
      const {experiments} = config as {experiments?: {cache?: unknown}};
      if (!experiments?.cache) {
        return {};
      }
      const buildDependencies = [
        ...SOURCES.flatMap((source) => filesUnder(path.join(siteDir, source))),
        writeState(siteDir, settings),
      ];
      return {experiments: {cache: {buildDependencies}}} as ReturnType<
        NonNullable<Plugin['configureWebpack']>
      >;
    },
  };
}

import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {hashInputs} from '../../build/inputs';
import {readReferencePages} from '../../content/referencePages';
import {VERSIONS} from '../../site/versions';

/**
 * Writes down what decides how pages are compiled, besides their own text: what the configuration runs and reads, the
 * settings of the environment, and what pages take from the API reference, the names of its entries and the titles for its
 * index. The file stays untouched while that is the same, so that the text of an entry may change without a new cache.
 */
function writeState({siteDir, siteConfigPath}: LoadContext, settings: object): string {
  const file = path.join(siteDir, 'node_modules/.cache/state.json');
  const pages = VERSIONS.flatMap((version) => readReferencePages(siteDir, version));
  // Not the settings themselves: keys are among them.
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  const inputs = hashInputs(siteDir, siteConfigPath);
  const state = JSON.stringify([
    hash,
    inputs,
    pages.map(({entries, ...page}) => [page, [...entries.keys()]]),
  ]);
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
export default function cachePlugin(context: LoadContext, {settings}: {settings: object}): Plugin {
  let state: string | undefined;
  return {
    name: 'tvm-cache',
    configureWebpack(config) {
      const {experiments} = config as {experiments?: {cache?: unknown}};
      if (!experiments?.cache) {
        return {};
      }
      state ??= writeState(context, settings);
      return {experiments: {cache: {buildDependencies: [state]}}} as ReturnType<
        NonNullable<Plugin['configureWebpack']>
      >;
    },
  };
}

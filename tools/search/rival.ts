import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {measureRun, type Usage} from '../bench/process';

/** The search that this site's is compared with; it is installed for the comparison only. */
const RIVAL = '@easyops-cn/docusaurus-search-local';
const PACKAGE = `${RIVAL}@0.55.3`;

const CONFIG = `import type {Config} from '@docusaurus/types';
import site from './docusaurus.config';

const {algolia: _, ...themeConfig} = site.themeConfig as Record<string, unknown>;

export default {
  ...site,
  themeConfig,
  plugins: site.plugins!.filter((plugin) => !String(plugin).includes('plugins/search')),
  themes: [
    [
      '${RIVAL}',
      {
        language: ['en', 'zh'],
        docsRouteBasePath: 'docs',
        indexDocs: true,
        indexBlog: true,
        indexPages: true,
        hashed: true,
        explicitSearchResultPath: true,
      },
    ],
  ],
} satisfies Config;
`;

/**
 * Installs its packages, once, in a folder of their own: this project does not depend on them.
 *
 * @returns their folder `node_modules`
 */
function install(): string {
  const folder = path.resolve('.cache/bench/search-local');
  const packages = path.join(folder, 'node_modules');
  if (!fs.existsSync(path.join(packages, RIVAL))) {
    fs.mkdirSync(folder, {recursive: true});
    fs.writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--omit=peer'];
    execFileSync('npm', ['install', ...options, PACKAGE], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
  }
  return packages;
}

/** Gives a site those of the packages that it does not have. */
function addPackages(target: string): void {
  const [from, to] = [install(), path.join(target, 'node_modules')];
  const names = fs
    .readdirSync(from)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@')
        ? fs.readdirSync(path.join(from, name)).map((part) => path.join(name, part))
        : [name],
    );
  for (const name of names.filter((n) => !fs.existsSync(path.join(to, n)))) {
    const scope = path.dirname(path.join(to, name));
    if (fs.lstatSync(scope, {throwIfNoEntry: false})?.isSymbolicLink()) {
      continue;
    }
    fs.mkdirSync(scope, {recursive: true});
    if (path.normalize(name) === path.normalize(RIVAL)) {
      // A copy, not a link: the theme has to get the site's own Docusaurus and React.
      fs.cpSync(path.join(from, name), path.join(to, name), {recursive: true});
    } else {
      fs.symlinkSync(path.join(from, name), path.join(to, name), 'junction');
    }
  }
}

/**
 * Gives a site that is laid out another search in the place of its own, and builds it.
 *
 * @param target folder of a site that `copySite` has laid out
 */
export async function buildRival(target: string): Promise<Usage> {
  addPackages(target);
  for (const own of ['src/theme/SearchBar', 'src/theme/SearchPage']) {
    fs.rmSync(path.join(target, own), {recursive: true, force: true});
  }
  fs.writeFileSync(path.join(target, 'docusaurus.rival.config.ts'), CONFIG);
  return measureRun(
    ['node_modules/@docusaurus/core/bin/docusaurus.mjs', 'build', '--config', 'docusaurus.rival.config.ts'],
    target,
  );
}

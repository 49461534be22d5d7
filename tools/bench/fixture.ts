/**
 * Lays out a copy of the site whose trees are as large as they will be when all pages are written, for measurements.
 *
 * usage: tsx tools/bench/fixture.ts [--versions 3] [--pages 190] [--build] folder
 */
import fs from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {DEFAULT_PARSE_FRONT_MATTER} from '@docusaurus/utils';
import {readRoutes} from '../../src/content/routes';
import {LATEST, type SiteVersion, VERSIONS} from '../../src/site/versions';
import {isMain} from '../checks/isMain';
import {copySite} from '../siteCopy';
import {measureRun, type Usage} from './process';
import {type BenchPage, readVocabulary, vary} from './vary';

export interface FixtureOptions {
  /** Trees: those of the site, the newest first, then copies of the oldest. */
  versions: number;
  /** Pages of each tree, with those that are written. */
  pagesPerVersion: number;
  /** Pages that only the newest tree has beside these. */
  extraPages?: number;
  siteDir?: string;
  /** Folder to lay the site out in; it must not exist or be empty. */
  target: string;
}

/** The size that the site has when every planned page is written. */
export const FULL_SIZE = {versions: 3, pagesPerVersion: 190};

const DESCRIPTION = {shortest: 40, longest: 110};

/** The site's versions, and as many older ones with invented numbers as are missing. */
function chooseVersions(count: number): SiteVersion[] {
  const oldest = VERSIONS.at(-1)!;
  const minor = Number(oldest.release.split('.')[1]);
  const invented = Array.from({length: Math.max(0, count - VERSIONS.length)}, (_, i) => {
    const release = `0.${minor - 1 - i}.0`;
    return {
      ...oldest,
      release,
      docsVersion: release,
      directory: `versioned_docs/version-${release}`,
      path: `/docs/${release}`,
    };
  });
  return [...VERSIONS.slice(0, count), ...invented];
}

/** Makes the copy a site of these versions. */
function setVersions(target: string, versions: readonly SiteVersion[]): void {
  const write = (file: string, value: unknown) =>
    fs.writeFileSync(path.join(target, file), `${JSON.stringify(value, null, 2)}\n`);
  const source = path.join(target, 'src/site/versions.ts');
  const older = versions.filter(({release}) => release !== LATEST.release);
  const list = ['LATEST', ...older.map((version) => JSON.stringify(version))].join(', ');
  const code = fs.readFileSync(source, 'utf8');
  fs.writeFileSync(source, code.replace(/(VERSIONS: readonly SiteVersion\[\] = \[)[^\]]*\]/, `$1${list}]`));
  const oldest = VERSIONS.at(-1)!;
  write(
    'versions.json',
    older.map(({docsVersion}) => docsVersion),
  );
  for (const version of older.filter(({release}) => !VERSIONS.some((v) => v.release === release))) {
    const copies = [
      [oldest.directory, version.directory],
      [sidebarsFile(oldest), sidebarsFile(version)],
      ...['api', 'sources'].map(
        (kind) => [`data/${kind}/${oldest.release}.json`, `data/${kind}/${version.release}.json`] as const,
      ),
    ] as const;
    for (const [from, to] of copies.filter(([from]) => fs.existsSync(path.join(target, from)))) {
      fs.cpSync(path.join(target, from), path.join(target, to), {recursive: true});
    }
  }
  for (const {directory, ...dropped} of VERSIONS.filter((v) => !versions.some((w) => w.release === v.release))) {
    for (const name of [directory, sidebarsFile({directory, ...dropped})]) {
      fs.rmSync(path.join(target, name), {recursive: true, force: true});
    }
  }
}

function sidebarsFile({docsVersion}: SiteVersion): string {
  return `versioned_sidebars/version-${docsVersion}-sidebars.json`;
}

async function readPage(file: string): Promise<BenchPage> {
  const {frontMatter, content} = await DEFAULT_PARSE_FRONT_MATTER({
    filePath: file,
    fileContent: fs.readFileSync(file, 'utf8'),
  });
  return {title: String(frontMatter.title), description: String(frontMatter.description), body: content};
}

/** Pages of a tree by path below it, e.g. `tutorial/intro` and `install`. */
async function readTree(directory: string): Promise<Map<string, BenchPage>> {
  const files = fs
    .readdirSync(directory, {recursive: true, encoding: 'utf8'})
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => /\.mdx?$/.test(name))
    .sort();
  const pages = await Promise.all(
    files.map(async (name) => {
      const place = name.replace(/\.mdx?$/, '').replace(/(^|\/)index$/, '');
      return [place, await readPage(path.join(directory, name))] as const;
    }),
  );
  return new Map(pages);
}

function text({title, description, body}: BenchPage, number: number, upstream: string | undefined): string {
  const own = `${description.slice(0, 60)}，第 ${number} 页`;
  const front = {
    title,
    description: own.padEnd(DESCRIPTION.shortest, '。').slice(0, DESCRIPTION.longest),
    ...(upstream ? {upstream} : {}),
  };
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---', '', body].join('\n');
}

/** Places for pages that nobody planned, named like the planned ones: each word of theirs, in other company. */
function inventPlaces(planned: readonly string[], count: number): string[] {
  const words = [...new Set(planned.flatMap((place) => place.split(/\W|_/)).filter((word) => /^[a-z]{3,}$/.test(word)))];
  const folders = [
    ...new Set(planned.filter((place) => place.includes('/')).map((place) => place.split('/')[0]!)),
  ];
  const pick = (list: readonly string[], i: number) => list[i % list.length]!;
  return Array.from({length: count}, (_, i) => {
    const name = [pick(words, i), pick(words, 7 * i + 3), pick(words, 31 * i + 11)].join('_');
    return `${pick(folders, i)}/${name}`;
  });
}

/** Names the folders of a tree that neither a page nor a file of theirs names. */
function nameFolders(tree: string): void {
  for (const entry of fs.readdirSync(tree, {recursive: true, withFileTypes: true})) {
    const folder = path.join(entry.parentPath, entry.name);
    const names = entry.isDirectory() ? ['index.md', '_category_.json'] : [];
    if (names.length > 0 && !names.some((name) => fs.existsSync(path.join(folder, name)))) {
      fs.writeFileSync(path.join(folder, '_category_.json'), JSON.stringify({label: `目录 ${path.relative(tree, folder)}`}));
    }
  }
}

/** Fills a tree with copies of its pages: first the pages that are planned, then others, up to the number wanted. */
async function fillTree(target: string, {directory, release}: SiteVersion, wanted: number): Promise<void> {
  const tree = path.join(target, directory);
  const written = await readTree(tree);
  const routes = readRoutes(target);
  const planned = routes
    .filter(({versions}) => versions.includes(release) || !VERSIONS.some((v) => v.release === release))
    .map((route) => ({place: route.path.replace(/^\/docs\/?/, ''), upstream: route.page as string | undefined}))
    .filter(({place}) => !written.has(place));
  const missing = Math.max(0, wanted - written.size);
  const places = routes.map((route) => route.path.replace(/^\/docs\/?/, ''));
  const others = inventPlaces(places.filter(Boolean), Math.max(0, missing - planned.length)).map((place) => ({
    place,
    upstream: undefined,
  }));
  const originals = [...written.values()];
  const vocabulary = readVocabulary(originals);
  for (const [i, {place, upstream}] of [...planned, ...others].slice(0, missing).entries()) {
    const copy = vary(originals[i % originals.length]!, vocabulary, place);
    const isFolder = places.some((other) => other.startsWith(`${place}/`));
    const file = path.join(tree, isFolder ? `${place}/index.md` : `${place}.md`);
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, text(copy, i + 1, upstream));
  }
  nameFolders(tree);
}

/**
 * Lays out a copy of the site with trees of full size. The pages that are not written yet are copies of written ones
 * with their words exchanged, see `vary`; the same options give the same site. It can be built with Docusaurus.
 */
export async function makeFullSizeSite(options: FixtureOptions): Promise<void> {
  const {versions: count, pagesPerVersion, extraPages = 0, siteDir = process.cwd(), target} = options;
  fs.mkdirSync(target, {recursive: true});
  if (fs.readdirSync(target).length > 0) {
    throw new Error(`文件夹不是空的：${target}。换一个，或先清空它`);
  }
  copySite(siteDir, target);
  const versions = chooseVersions(count);
  setVersions(target, versions);
  for (const version of versions) {
    await fillTree(target, version, pagesPerVersion + (version === LATEST ? extraPages : 0));
  }
}

const DOCUSAURUS = 'node_modules/@docusaurus/core/bin/docusaurus.mjs';

/** What Node is given to build a site as its package says: `node [options] docusaurus.mjs build`. */
function buildArguments(siteDir: string): string[] {
  const {scripts} = JSON.parse(fs.readFileSync(path.join(siteDir, 'package.json'), 'utf8')) as {
    scripts?: {build: string};
  };
  const [program, ...args] = (scripts?.build ?? '').split(' ');
  return program === 'node' ? args : [DOCUSAURUS, 'build'];
}

/**
 * Builds a site that `makeFullSizeSite` has laid out, into its folder `build`.
 *
 * @param env variables on top of those of this process
 */
export function buildSite(target: string, env?: Record<string, string>): Promise<Usage> {
  return measureRun(buildArguments(target), target, env);
}

async function main(): Promise<void> {
  const {values, positionals} = parseArgs({
    options: {
      versions: {type: 'string', default: '3'},
      pages: {type: 'string', default: '190'},
      build: {type: 'boolean', default: false},
    },
    allowPositionals: true,
  });
  const [target] = positionals;
  if (!target) {
    throw new Error('要写明放在哪个文件夹。示例：npx tsx tools/bench/fixture.ts --build /tmp/full');
  }
  await makeFullSizeSite({
    versions: Number(values.versions),
    pagesPerVersion: Number(values.pages),
    target,
  });
  if (values.build) {
    console.log(await buildSite(target));
  }
}

if (isMain(__filename)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

/** `npm run versions -- new`: cuts the newest pages as a version and begins the pages of the next release. */
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {findEntry, type Inventory, readInventory} from '../../src/content/inventory';
import {type Page, readPages} from '../../src/content/pages';
import {type ReferenceEntry, type ReferenceNames, signatureOf} from '../../src/content/reference';
import {readReferenceNames, referenceFile} from '../../src/content/referenceNames';
import {readRoutes} from '../../src/content/routes';
import {LATEST, VERSIONS} from '../../src/site/versions';
import {readClaimPage} from '../claims/page';
import {findDefinitionsOf} from '../reference/definitions';
import {updateBuildOptions} from '../sources/buildOptions';
import {TaggedSource} from '../sources/tags';
import {updateRecords} from '../sources/update';
import {findDrift, formatDrift} from './drift';
import {readTwins} from './pages';
import {blobOf, readRecord, recordFile, writeRecord} from './record';
import {nameNotes} from './review';

const RELEASES = 'src/site/versions.ts';

/** Runs a program of the project; what it prints is shown. */
function run(siteDir: string, program: string, args: readonly string[]): void {
  const {status, error} = spawnSync(process.execPath, [path.join('node_modules', program), ...args], {
    cwd: siteDir,
    stdio: 'inherit',
  });
  if (status !== 0) {
    throw new Error(
      `${program} ${args.join(' ')} 失败${error ? `：${error.message}` : ''}。办法：改好以后再运行这条命令，它从停下的地方继续`,
    );
  }
}

const tsx = (siteDir: string, ...args: string[]) => run(siteDir, 'tsx/dist/cli.mjs', args);

/** The number of a release without its last part, as projects that stay on it name it. */
const series = (release: string) => release.split('.').slice(0, 2).join('.');

/** The list of releases with a further one at its head, which takes over what the newest is for. */
export function withRelease(source: string, release: string, commit: string, released: string): string {
  const newest = `    purpose: '${LATEST.purpose}',`;
  if (!source.includes(newest)) {
    throw new Error(
      `${RELEASES}：找不到 ${LATEST.release} 的 purpose。办法：自己在表的最前面加上 ${release}，再运行这条命令`,
    );
  }
  const entry = `  {\n    release: '${release}',\n    commit: '${commit}',\n    released: '${released}',\n${newest}\n  },\n`;
  return source
    .replace(newest, `    purpose: '给留在 ${series(LATEST.release)} 的项目',`)
    .replace(/(const RELEASES[^\n]*\[\n)/, (head) => head + entry);
}

/** Cuts the newest tree, and puts the next release at the head of the list. */
function cut(siteDir: string, release: string, tags: TaggedSource): void {
  const tag = `refs/tags/v${release}^{commit}`;
  const commit = tags.git(['rev-parse', '--verify', '--quiet', tag], undefined, [1, 128])?.toString().trim();
  if (!commit) {
    throw new Error(
      `--tvm 的目录里没有标签 v${release}。办法：git -C 目录 fetch https://github.com/apache/tvm tag v${release}`,
    );
  }
  const released = tags.git(['show', '-s', '--format=%cs', commit])!.toString().trim();
  if (!fs.existsSync(path.join(siteDir, 'versioned_docs', `version-${LATEST.release}`))) {
    run(siteDir, '@docusaurus/core/bin/docusaurus.mjs', ['docs:version', LATEST.release]);
  }
  const requirements = (one: string) => path.join(siteDir, `examples/requirements-${one}.txt`);
  fs.copyFileSync(requirements(LATEST.release), requirements(release));
  const file = path.join(siteDir, RELEASES);
  fs.writeFileSync(file, withRelease(fs.readFileSync(file, 'utf8'), release, commit, released));
}

/** Writes the inventory of the newest release from its source. */
function makeInventory(siteDir: string, tags: TaggedSource): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tvm-source-'));
  try {
    const archive = path.join(folder, 'source.tar');
    const wanted = ['python/tvm', 'vta/python'].filter((own) =>
      tags.list(LATEST.release).some((file) => file.startsWith(`${own}/`)),
    );
    tags.git(['archive', '-o', archive, `refs/tags/${LATEST.tag}`, ...wanted]);
    spawnSync('tar', ['-xf', archive, '-C', folder], {stdio: 'inherit'});
    tsx(siteDir, 'tools/api/index.ts', '--version', LATEST.release, '--source', folder);
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
}

const modulesOf = (names: object) =>
  new Set(Object.keys(names).map((name) => name.slice(0, name.lastIndexOf('.'))));

/** The names that the reference of the next release covers: those it still has, and new ones beside them. */
export function nextNames(names: ReferenceNames, before: Inventory, after: Inventory): ReferenceNames {
  const taken = new Set<string>();
  return Object.fromEntries(
    Object.entries(names).map(([page, own]) => {
      const kept = Object.keys(own).filter((name) => findEntry(after, name));
      const added = [...modulesOf(own)].flatMap((module) =>
        Object.entries(after[module] ?? {})
          .filter(
            ([name, {kind, home}]) =>
              /^(class|function)$/.test(kind) && home?.startsWith(`${module}.`) && !before[module]?.[name],
          )
          .map(([name]) => `${module}.${name}`)
          .filter((name) => !taken.has(name)),
      );
      added.forEach((name) => taken.add(name));
      return [page, Object.fromEntries([...kept, ...added].sort().map((name) => [name, own[name] ?? '']))];
    }),
  );
}

/** A page of the reference with the signatures of a release and without the entries that it has no names for. */
export function withSignatures(page: Page, inventory: Inventory): {text: string; notes: string[]} {
  const lines = page.text.split('\n');
  const notes: string[] = [];
  const edit = ({name, line, signature, signatureLine, members}: ReferenceEntry) => {
    if (!findEntry(inventory, name)) {
      const next = page.headings.find((heading) => heading.line > line)?.line ?? lines.length + 1;
      lines.splice(line - 1, next - line);
      notes.push(`${page.file}：去掉了 ${name} 的条目`);
      return;
    }
    for (const [member, {signature: before, line: row}] of Object.entries(members)) {
      const known = findEntry(inventory, name)!.members ?? {};
      // A class may have a member that every object has, too, e.g. `toString`.
      const after = Object.hasOwn(known, member) ? known[member] : undefined;
      if (after?.startsWith('(') && before && after !== before) {
        lines[row - 1] = lines[row - 1]!.replace(`${member}${before}`, () => `${member}${after}`);
        notes.push(`${page.file}：${name}.${member} 的参数表改成 ${after}，原来是 ${before}；读它的说明`);
      }
    }
    const now = signatureOf(inventory, name);
    if (signature !== undefined && now !== signature) {
      lines.splice(signatureLine!, signature.split('\n').length, ...now.split('\n'));
      notes.push(`${page.file}：${name} 的签名改成 ${now}，原来是 ${signature}；读它的说明`);
    }
  };
  [...page.entries].reverse().forEach(edit);
  return {text: lines.join('\n'), notes: notes.reverse()};
}

function addRoutes(siteDir: string): void {
  const [, before] = VERSIONS;
  const add = (list: string[]) => (list.includes(LATEST.release) ? list : [LATEST.release, ...list]);
  const routes = readRoutes(siteDir).map((route) => ({
    ...route,
    versions: route.versions.includes(before!.release) ? add(route.versions) : route.versions,
  }));
  fs.writeFileSync(path.join(siteDir, 'data/routes.json'), `${JSON.stringify(routes, null, 1)}\n`);
}

/** Takes the links out whose line the release does not have, so that the site builds; says which. */
function unlinkLost(siteDir: string, tags: TaggedSource): string[] {
  const pagesOf = () => readPages(siteDir).filter(({version}) => version === LATEST);
  const {faults} = updateRecords(siteDir, readPages(siteDir), tags);
  const lost = faults.filter(({file}) => file.startsWith(`${LATEST.directory}/`));
  for (const page of pagesOf()) {
    const own = lost.filter(({file}) => file === page.file);
    const lines = page.text.split('\n');
    for (const {line, problem} of own) {
      const link = page.sourceLinks.find(
        (one) =>
          one.line === line &&
          problem.includes(one.target.split('#')[0]!) &&
          (problem.includes(one.symbol!) || problem.includes('没有文件')),
      );
      lines[line! - 1] = link
        ? lines[line! - 1]!.replace(`[${link.text}](tvm:${link.target})`, link.text)
        : lines[line! - 1]!;
    }
    if (own.length > 0) {
      fs.writeFileSync(path.join(siteDir, page.file), lines.join('\n'));
    }
  }
  return lost.map(({file, line, problem}) => `${file}:${line}  ${problem}；去掉了链接`);
}

/** Writes down that the older pages that were in step with the newest are so with what a command made of it. */
function recordCut(siteDir: string): void {
  const before = VERSIONS[1]!;
  if (fs.existsSync(path.join(siteDir, recordFile(before.release)))) {
    return;
  }
  const twins = readTwins(siteDir);
  const cutPages = twins.filter(({version}) => version === before);
  const texts = new Map(cutPages.map((twin) => [twin.path, blobOf(twin.older.text)]));
  for (const version of VERSIONS.slice(1)) {
    const {pages, keeps} = readRecord(siteDir, version.release);
    for (const twin of twins.filter((one) => one.version === version)) {
      if (version === before || pages[twin.path] === texts.get(twin.path)) {
        pages[twin.path] = blobOf(twin.newest.text);
      }
    }
    writeRecord(siteDir, version.release, {pages, keeps});
  }
}

function list(title: string, lines: readonly string[]): void {
  console.log(`\n${title}（${lines.length}）`);
  lines.forEach((line) => console.log(`  ${line}`));
}

/** Makes what a command can make for the newest release, which has only its pages as yet. */
function fill(siteDir: string, tags: TaggedSource): void {
  const {release} = LATEST;
  const before = VERSIONS[1]!;
  if (!fs.existsSync(path.join(siteDir, `data/api/${release}.json`))) {
    makeInventory(siteDir, tags);
  }
  const [old, now] = [before.release, release].map((one) => readInventory(siteDir, one)!) as [
    Inventory,
    Inventory,
  ];
  const names = nextNames(readReferenceNames(siteDir, before.release), old, now);
  const placed = findDefinitionsOf(names, now, release, tags);
  fs.writeFileSync(path.join(siteDir, referenceFile(release)), `${JSON.stringify(placed.names, null, 1)}\n`);
  addRoutes(siteDir);
  updateBuildOptions(siteDir, tags);

  const entries: string[] = [];
  const mentions: string[] = [];
  for (const page of readPages(siteDir).filter(({version}) => version === LATEST)) {
    const {text, notes} = withSignatures(page, now);
    const own = text.replaceAll(`要 TVM ${before.release}`, `要 TVM ${release}`);
    entries.push(...notes);
    const left = own.split('\n').filter((line) => line.includes(before.release)).length;
    mentions.push(...(left > 0 ? [`${page.file}：${left} 行`] : []));
    if (own !== page.text) {
      fs.writeFileSync(path.join(siteDir, page.file), own);
    }
  }
  const lost = unlinkLost(siteDir, tags);
  tsx(siteDir, 'tools/sources/index.ts', '--prune');
  tsx(siteDir, 'tools/reference/index.ts', '--count-used');
  recordCut(siteDir);

  const pages = readPages(siteDir).filter(({version}) => version === LATEST);
  const isReference = new Set(Object.values(names).flatMap((own) => Object.keys(own)));
  const undescribed = [...isReference].filter(
    (name) => !pages.some((page) => page.entries.some((entry) => entry.name === name)),
  );
  list('要写的 API 条目', undescribed);
  list('API 条目已经改了的地方', entries);
  list('源代码链接', lost);
  list(
    '页面用到的名称',
    pages.flatMap((page) =>
      nameNotes(readClaimPage(page.text), [before.release, old], [release, now]).map(
        ({line, text}) => `${page.file}:${line}  ${text}`,
      ),
    ),
  );
  list(`还写着 ${before.release} 的页面`, mentions);
  console.log(
    `\n${formatDrift(findDrift(siteDir, tags, before, `refs/tags/${LATEST.tag}`), before.tag, LATEST.tag)}`,
  );
  console.log(`
接下来：编译 TVM ${release}（examples/requirements-${release}.txt 照着改），再运行
  npm run examples -- --version ${release} --changed --write   运行全部页面，写入真实输出
  npm run check                                                  还缺什么`);
}

/**
 * Begins a release. It may be run again where it stopped.
 *
 * @param args the command line, to start over once the list of releases has changed
 */
export function beginRelease(siteDir: string, release: string, tvm: string, args: readonly string[]): void {
  if (!/^\d+\.\d+\.\d+$/.test(release)) {
    throw new Error(`「${release}」不是版本号，例如 0.14.0`);
  }
  const tags = new TaggedSource(tvm);
  if (LATEST.release === release) {
    fill(siteDir, tags);
    return;
  }
  if (VERSIONS.some((version) => version.release === release)) {
    throw new Error(`已经有版本 ${release}`);
  }
  cut(siteDir, release, tags);
  tsx(siteDir, 'tools/versions/index.ts', ...args);
}

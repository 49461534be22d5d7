/** Which names of the API readers meet most: counted over the code and the inline code of all other pages. */
import type {Fault} from '../../src/content/checks/fault';
import {codeFences, parseFences} from '../../src/site/fences';
import {findEntry, type Inventory} from '../../src/content/inventory';
import {readJson} from '../../src/content/json';
import {expand, isAround, readImports} from '../../src/content/names';
import {contentFiles, readPage} from '../../src/content/pages';
import {proseLines} from '../../src/content/prose';
import {REFERENCE, type ReferenceNames} from '../../src/content/reference';
import {referenceSources} from '../../src/content/referencePages';
import {VERSIONS} from '../../src/site/versions';

const CHAIN = /(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;
const INLINE = /`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(\))?`/g;

/**
 * The name that the reference has for each definition, whichever module it is reached through.
 *
 * @returns a function from a dotted name as code writes it, members at its end included, to the name of its entry
 */
export function nameResolver(
  inventory: Inventory,
  names: ReferenceNames,
): (name: string) => string | undefined {
  const known = Object.values(names).flatMap((page) => Object.keys(page));
  const entries = new Set(known);
  const byHome = new Map<string, string>();
  for (const name of known) {
    const home = findEntry(inventory, name)?.home;
    // A module that merely imports a name, as relay.analysis does tvm.cpu, does not speak for it.
    if (home && isAround(name, home) && !byHome.has(home)) {
      byHome.set(home, name);
    }
  }
  return (name) => {
    for (let parts = name.split('.'); parts.length > 1; parts = parts.slice(0, -1)) {
      const own = parts.join('.');
      if (entries.has(own)) {
        return own;
      }
      const home = findEntry(inventory, own)?.home;
      if (home && byHome.has(home)) {
        return byHome.get(home);
      }
    }
    return undefined;
  };
}

/** The entries that a page names in its code, and in inline code when `inline` is set. */
export function namesUsed(
  markdown: string,
  resolve: (name: string) => string | undefined,
  {inline = false, roles = ['run', 'norun']}: {inline?: boolean; roles?: readonly string[]} = {},
): Set<string> {
  const used = new Set<string>();
  const add = (name: string | undefined) => name !== undefined && used.add(name);
  const fences = parseFences(markdown);
  const code = codeFences(fences)
    .filter(({role}) => roles.includes(role))
    .map(({body}) => body)
    .join('\n');
  const bound = readImports(code);
  for (const [chain] of code.matchAll(CHAIN)) {
    const full = expand(chain, bound);
    if (full !== undefined && /^(?:tvm|vta)\b/.test(full)) {
      add(resolve(full));
    }
  }
  if (inline) {
    const prose = proseLines(markdown, fences).join('\n');
    for (const [, name] of prose.matchAll(INLINE)) {
      add(resolve(name!) ?? resolve(`tvm.${name}`));
    }
  }
  return used;
}

/** File with the names that readers of a release meet most, relative to the site. */
export function usageFile(release: string): string {
  return `data/reference/most-used-${release}.json`;
}

/**
 * Counts on how many pages of a release, the reference left out, each name of the reference is used.
 *
 * @returns the `count` names that most pages use, the more used first, equals by name
 */
export function countUsage(
  siteDir: string,
  release: string,
  resolve: (name: string) => string | undefined,
  count: number,
): Record<string, number> {
  const {directory} = VERSIONS.find((version) => version.release === release)!;
  const pages = new Map<string, number>();
  for (const file of contentFiles(siteDir, directory, /\.mdx?$/)) {
    if (!file.startsWith(`${directory}/${REFERENCE}/`)) {
      for (const name of namesUsed(readPage(siteDir, file).text, resolve, {inline: true})) {
        pages.set(name, (pages.get(name) ?? 0) + 1);
      }
    }
  }
  return Object.fromEntries([...pages].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, count));
}

/** Names that many pages use, whose page of the reference exists and shows none of them in code that runs. */
export function exampleFaults(
  siteDir: string,
  release: string,
  resolve: (name: string) => string | undefined,
): Fault[] {
  const {directory} = VERSIONS.find((version) => version.release === release)!;
  const wanted = readJson<Record<string, number>>(siteDir, usageFile(release)) ?? {};
  return referenceSources(siteDir, {directory}).flatMap(({file, text, entries}) => {
    const shown = namesUsed(text, resolve, {roles: ['run']});
    return entries
      .filter((entry) => wanted[entry.name] !== undefined && !shown.has(entry.name))
      .map((entry) => ({
        kind: '常用的名称没有例子',
        file,
        line: entry.line,
        problem: `${wanted[entry.name]} 页用到 ${entry.name}，这一页没有运行它的代码`,
        cure: `写两三行能运行的例子；名单在 ${usageFile(release)}`,
      }));
  });
}

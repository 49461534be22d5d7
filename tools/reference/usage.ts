/** Which names of the API readers meet most: counted over the code and the inline code of all other pages. */
import fs from 'node:fs';
import path from 'node:path';
import type {Fault} from '../../src/plugins/checks/fault';
import {codeFences, parseFences} from '../../src/site/fences';
import type {Inventory} from '../../src/site/inventory';
import {findEntry, parseEntries, REFERENCE, type ReferenceNames} from '../../src/site/reference';
import {VERSIONS} from '../../src/site/versions';

const IMPORT = /^[ \t]*import[ \t]+(.+)$/gm;
const FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+(?:\(([^)]*)\)|(.+))$/gm;
const ALIAS = /^([A-Za-z_]\w*)[ \t]*=[ \t]*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)[ \t]*$/gm;
const CHAIN = /(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g;
const INLINE = /`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)(?:\(\))?`/g;

/** Local names that import statements bind, and assignments such as `nn = relay.nn`, with what they stand for. */
export function importedNames(code: string): Map<string, string> {
  const bound = new Map<string, string>();
  for (const [, list] of code.matchAll(IMPORT)) {
    for (const part of list!.replace(/#.*/, '').split(',')) {
      const [module, alias] = part.trim().split(/\s+as\s+/);
      const local = alias ?? module!.split('.')[0]!;
      bound.set(local, alias ? module! : local);
    }
  }
  for (const [, module, inner, rest] of code.matchAll(FROM)) {
    for (const part of (inner ?? rest!).replace(/#.*/g, '').split(',')) {
      const [name, alias] = part.trim().split(/\s+as\s+/);
      if (name && /^\w+$/.test(name)) {
        bound.set(alias ?? name, `${module}.${name}`);
      }
    }
  }
  for (const [, local, value] of code.matchAll(ALIAS)) {
    const [first, ...rest] = value!.split('.');
    const meaning = bound.get(first!);
    if (meaning !== undefined && !bound.has(local!)) {
      bound.set(local!, [meaning, ...rest].join('.'));
    }
  }
  return bound;
}

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
    if (home?.startsWith(name.slice(0, name.lastIndexOf('.') + 1)) && !byHome.has(home)) {
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
  const bound = importedNames(code);
  for (const [chain] of code.matchAll(CHAIN)) {
    const [first, ...rest] = chain.split('.');
    const meaning = bound.get(first!);
    if (meaning !== undefined && /^(?:tvm|vta)\b/.test(meaning)) {
      add(resolve([meaning, ...rest].join('.')));
    }
  }
  if (inline) {
    const inFence = new Set(
      fences.flatMap(({line, endLine}) => Array.from({length: endLine - line + 1}, (_, i) => line + i)),
    );
    const prose = markdown
      .split('\n')
      .filter((_, i) => !inFence.has(i + 1))
      .join('\n');
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

function markdownFiles(root: string): string[] {
  return fs
    .readdirSync(root, {recursive: true, encoding: 'utf8'})
    .filter((name) => /\.mdx?$/.test(name))
    .map((name) => name.split(path.sep).join('/'))
    .sort();
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
  for (const file of markdownFiles(path.join(siteDir, directory))) {
    if (!file.startsWith(`${REFERENCE}/`)) {
      const markdown = fs.readFileSync(path.join(siteDir, directory, file), 'utf8');
      for (const name of namesUsed(markdown, resolve, {inline: true})) {
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
  const list = path.join(siteDir, usageFile(release));
  const {directory} = VERSIONS.find((version) => version.release === release)!;
  const root = path.join(siteDir, directory, REFERENCE);
  if (!fs.existsSync(list) || !fs.existsSync(root)) {
    return [];
  }
  const wanted = JSON.parse(fs.readFileSync(list, 'utf8')) as Record<string, number>;
  return markdownFiles(root).flatMap((name) => {
    const file = `${directory}/${REFERENCE}/${name}`;
    const markdown = fs.readFileSync(path.join(siteDir, file), 'utf8');
    const shown = namesUsed(markdown, resolve, {roles: ['run']});
    return parseEntries(markdown)
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

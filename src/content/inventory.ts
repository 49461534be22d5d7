import {readJson} from './json';

/** One public name of a module, as `tools/api` records it. */
export interface ApiEntry {
  kind: 'class' | 'function' | 'module' | 'value';
  /** Parameter list in parentheses, without `self`. */
  sig?: string;
  /** Dotted name of the definition. */
  home?: string;
  /** Of a class: public members with their parameter lists, or `value`. */
  members?: Record<string, string>;
  /** Of a class: dotted names of the definitions of its bases; as written where they are not of these packages. */
  bases?: string[];
}

/** Public names of `tvm` and `vta` by module. */
export type Inventory = Record<string, Record<string, ApiEntry>>;

/**
 * - `found`, with the parameter list where there is one
 * - `missing`, with the longest part of the name that exists
 * - `unknown`: the name leads to where the inventory can't see (a private name, a member of a value)
 */
export type Lookup = {state: 'found'; sig?: string} | {state: 'missing'; prefix: string} | {state: 'unknown'};

function findMember(
  inventory: Inventory,
  entry: ApiEntry,
  name: string,
  depth = 0,
): string | 'value' | 'missing' | 'unknown' {
  const own = entry.members?.[name];
  if (own !== undefined) {
    return own;
  }
  let result: 'missing' | 'unknown' = 'missing';
  for (const base of entry.bases ?? []) {
    const parent = depth < 10 ? resolveBase(inventory, base) : undefined;
    const found = parent ? findMember(inventory, parent, name, depth + 1) : 'unknown';
    if (found !== 'missing' && found !== 'unknown') {
      return found;
    }
    if (found === 'unknown') {
      result = 'unknown';
    }
  }
  return result;
}

function resolveBase(inventory: Inventory, base: string): ApiEntry | undefined {
  const entry = base === 'object' ? {kind: 'class' as const} : lookupEntry(inventory, base);
  return entry?.kind === 'class' ? entry : undefined;
}

function lookupEntry(inventory: Inventory, name: string): ApiEntry | undefined {
  const parts = name.split('.');
  const last = parts.pop() ?? '';
  return inventory[parts.join('.')]?.[last];
}

/** Looks a dotted name up, e.g. `tvm.relay.transform.FoldConstant`, through modules and into classes. */
export function lookup(inventory: Inventory, name: string): Lookup {
  const parts = name.split('.');
  let module = parts[0];
  if (!inventory[module]) {
    return {state: 'missing', prefix: ''};
  }
  for (let i = 1; i < parts.length; i += 1) {
    const part = parts[i];
    const entry = inventory[module]?.[part];
    const submodule = `${module}.${part}`;
    if (entry?.kind === 'module' || (!entry && inventory[submodule])) {
      module = entry?.home && inventory[entry.home] ? entry.home : submodule;
      if (!inventory[module] && i + 1 < parts.length) {
        return {state: 'unknown'};
      }
      continue;
    }
    if (!entry) {
      return part.startsWith('_')
        ? {state: 'unknown'}
        : {state: 'missing', prefix: parts.slice(0, i).join('.')};
    }
    if (i === parts.length - 1) {
      return {state: 'found', sig: entry.sig};
    }
    if (entry.kind !== 'class' || parts[i + 1].startsWith('_')) {
      return {state: 'unknown'};
    }
    const definition = (entry.home && lookupEntry(inventory, entry.home)) || entry;
    const member = findMember(inventory, definition, parts[i + 1]);
    if (member === 'missing') {
      return {state: 'missing', prefix: parts.slice(0, i + 1).join('.')};
    }
    const isLast = i + 2 === parts.length;
    return isLast && member.startsWith('(') ? {state: 'found', sig: member} : {state: 'unknown'};
  }
  return {state: 'found'};
}

/** The record of a public name, where a module has it under this very name or passes it on. */
export function findEntry(inventory: Inventory, name: string): ApiEntry | undefined {
  const at = name.lastIndexOf('.');
  const module = lookupEntry(inventory, name.slice(0, at));
  const passedOn = module?.kind === 'module' && module.home ? inventory[module.home] : undefined;
  const found = lookupEntry(inventory, name) ?? passedOn?.[name.slice(at + 1)];
  const definition = found?.home ? lookupEntry(inventory, found.home) : undefined;
  return found && {...found, members: found.members ?? definition?.members};
}

/**
 * The public names of a release, `data/api`; undefined where it has none.
 *
 * @throws Error naming the file where it holds no JSON
 */
export function readInventory<T = Inventory>(siteDir: string, release: string): T | undefined {
  return readJson<T>(siteDir, `data/api/${release}.json`, '运行 npm run api 再写一次');
}

/** Splits a parameter list at its own commas, leaving those inside brackets and strings alone. */
function splitParameters(sig: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let part = '';
  for (const char of sig.slice(1, -1)) {
    if (quote) {
      quote = char === quote ? '' : quote;
    } else if (char === '"' || char === "'") {
      quote = char;
    } else if ('([{'.includes(char)) {
      depth += 1;
    } else if (')]}'.includes(char)) {
      depth -= 1;
    } else if (char === ',' && depth === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    part += char;
  }
  return [...parts, part].map((text) => text.trim()).filter(Boolean);
}

/** The keyword arguments that a parameter list does not take; none where it takes any (`**kwargs`). */
export function unknownKeywords(sig: string, keywords: readonly string[]): string[] {
  const parameters = splitParameters(sig);
  if (parameters.some((p) => p.startsWith('**'))) {
    return [];
  }
  const slash = parameters.indexOf('/');
  const names = new Set(parameters.slice(slash + 1).map((p) => p.split(/[=:]/)[0].trim()));
  return keywords.filter((keyword) => !names.has(keyword));
}

/**
 * Only the names of a release, by module; a text stands for a module that a package gives a second name:
 * `"tvm.transform": "tvm.ir.transform"`.
 */
export type Names = Record<string, readonly string[] | string>;

/** Whether a release has a module-level name, e.g. `tvm.te.compute`; of a member of a class, whether it has the class. */
export function hasName(names: Names, name: string): boolean {
  const parts = name.split('.');
  let module = parts[0];
  for (const part of parts.slice(1)) {
    const own = names[module];
    if (own === undefined || typeof own === 'string') {
      return false;
    }
    const next = names[`${module}.${part}`];
    if (next === undefined) {
      return own.includes(part);
    }
    module = typeof next === 'string' ? next : `${module}.${part}`;
  }
  return names[module] !== undefined;
}

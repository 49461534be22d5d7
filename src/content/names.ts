import {type Inventory, lookup} from './inventory';

/** Names that code gets by its imports, with what they stand for, e.g. `relay` → `tvm.relay`. */
export type Imports = ReadonlyMap<string, string>;

const TOP = /^(tvm|vta)(\.|$)/;
const ITEM = String.raw`[\w.]+(?:\s+as\s+\w+)?`;
const FROM = new RegExp(String.raw`\bfrom\s+([\w.]+)\s+import\s+\(?\s*(${ITEM}(?:\s*,\s*${ITEM})*)`, 'g');
const IMPORT = new RegExp(String.raw`(?<!\bfrom\s+[\w.]+\s+)\bimport\s+(${ITEM}(?:\s*,\s*${ITEM})*)`, 'g');
const ALIAS = /^([A-Za-z_]\w*)[ \t]*=[ \t]*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)[ \t]*$/gm;

/** Names and aliases in the list of an import statement. */
function itemsOf(list: string): [string, string | undefined][] {
  return list.split(',').map((item) => item.trim().split(/\s+as\s+/) as [string, string | undefined]);
}

/**
 * Reads the import statements in code, and assignments such as `nn = relay.nn`.
 *
 * @param code also with its lines run together, as search has it
 */
export function readImports(code: string): Map<string, string> {
  const text = code.replace(/#[^\n]*(?=\n)/g, '');
  const bound = new Map<string, string>();
  for (const [, list] of text.matchAll(IMPORT)) {
    for (const [module, alias] of itemsOf(list!)) {
      const top = module.split('.', 1)[0]!;
      bound.set(alias ?? top, alias ? module : top);
    }
  }
  for (const [, module, list] of text.matchAll(FROM)) {
    itemsOf(list!).forEach(([name, alias]) => bound.set(alias ?? name, `${module}.${name}`));
  }
  for (const [, local, value] of text.matchAll(ALIAS)) {
    const full = expand(value!, bound);
    if (full !== undefined && !bound.has(local!)) {
      bound.set(local!, full);
    }
  }
  return bound;
}

/** A dotted name with what its first part stands for; undefined where no import brings it. */
export function expand(name: string, imports: Imports): string | undefined {
  const [first] = name.split('.', 1) as [string];
  const imported = imports.get(first);
  return imported === undefined ? undefined : imported + name.slice(first.length);
}

const CODE = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?$/;

/** The name that inline code consists of, the brackets of a call left out; undefined where it is something else. */
export function nameIn(code: string): string | undefined {
  return CODE.exec(code.trim())?.[1];
}

/** The full names of TVM that a dotted name may stand for on a page, the likeliest first: `relay.build`, `tvm.relay.build`. */
export function readings(name: string, imports: Imports = new Map()): string[] {
  const imported = expand(name, imports);
  if (imported !== undefined && !TOP.test(imported)) {
    return [];
  }
  const asWritten = name.includes('.') ? [name, `tvm.${name}`] : [];
  return [...(imported ? [imported] : []), ...asWritten].filter(
    (full) => TOP.test(full) && full.includes('.'),
  );
}

/** A word that stands for a function or class by itself: `fold_constant`, `FoldConstant`, not `build`. */
export function isTelling(word: string): boolean {
  return /[a-z\d]_[a-z]/i.test(word) || /[a-z\d][A-Z]|[A-Z]{2}[a-z]/.test(word);
}

/** The full name of what inline code names in a release; undefined where the release has no such public name. */
export function findName(code: string, inventory: Inventory): string | undefined {
  const name = nameIn(code);
  return name && readings(name).find((full) => lookup(inventory, full).state === 'found');
}

/** Splits a dotted name into what stands before its last part, and that. */
export function splitName(name: string): [parent: string, last: string] {
  const at = name.lastIndexOf('.');
  return [name.slice(0, Math.max(0, at)), name.slice(at + 1)];
}

function dots(name: string): number {
  return name.split('.').length;
}

/** Whether a name stands in a package around the definition, not in a module that merely imports it. */
export function isAround(name: string, home: string): boolean {
  return home.startsWith(name.slice(0, name.lastIndexOf('.') + 1));
}

/** Which of two names of the same thing readers know better. */
function betterName(a: string, b: string, home: string): string {
  const rank = (name: string) => [Number(!isAround(name, home)), dots(name), name.length];
  const [x, y] = [rank(a), rank(b)];
  const i = x.findIndex((value, at) => value !== y[at]);
  return i === -1 || x[i]! < y[i]! ? a : b;
}

/** The public names of a release, and how pages may write them. */
export class ApiNames {
  /** Best known name of a definition. */
  private readonly known = new Map<string, string>();

  constructor(private readonly inventory: Inventory) {
    for (const [module, entries] of Object.entries(inventory)) {
      for (const [last, {kind, home}] of Object.entries(entries)) {
        if (kind === 'module') {
          continue;
        }
        const name = `${module}.${last}`;
        const definition = home ?? name;
        const best = this.known.get(definition);
        this.known.set(definition, best ? betterName(best, name, definition) : name);
      }
    }
  }

  /** The best known name of what a full name stands for; undefined where there is no such function, class or value. */
  private canonical(full: string): string | undefined {
    const [parent, last] = splitName(full);
    const entry = this.inventory[parent]?.[last];
    if (this.inventory[full] || entry?.kind === 'module' || lookup(this.inventory, full).state !== 'found') {
      return undefined;
    }
    const home = entry?.home ?? full;
    if (this.known.has(home)) {
      return this.known.get(home);
    }
    const owner = this.canonical(parent);
    return owner ? `${owner}.${last}` : full;
  }

  /** The name of what a page calls by a dotted name; undefined where it is none. */
  resolve(text: string, imports: Imports): string | undefined {
    return readings(text, imports)
      .map((name) => this.canonical(name))
      .find((name) => name !== undefined);
  }
}

import {type Inventory, lookup} from '../../site/inventory';

/** Names that a page gets by its imports, with what they stand for, e.g. `relay` → `tvm.relay`. */
export type Imports = ReadonlyMap<string, string>;

const TOP = /^(tvm|vta)(\.|$)/;
const FROM = /\bfrom ([\w.]+) import \(?\s*(\w+(?: as \w+)?(?:,\s*\w+(?: as \w+)?)*)/g;
const IMPORT = /(?<!\bfrom [\w.]+ )\bimport ([\w.]+)(?: as (\w+))?/g;

/** Reads the import statements in the code of a page. */
export function readImports(code: string): Imports {
  const imports = new Map<string, string>();
  for (const [, module, names] of code.matchAll(FROM)) {
    for (const item of names!.split(',')) {
      const [name, alias = name] = item.trim().split(' as ');
      imports.set(alias!, `${module}.${name}`);
    }
  }
  for (const [, module, alias = module!.split('.', 1)[0]!] of code.matchAll(IMPORT)) {
    imports.set(alias, alias === module!.split('.', 1)[0] ? alias : module!);
  }
  return imports;
}

function dots(name: string): number {
  return name.split('.').length;
}

/** Whether a name stands in a package around the definition, not in a module that merely imports it. */
function isAround(name: string, home: string): boolean {
  return home.startsWith(name.slice(0, name.lastIndexOf('.') + 1));
}

/** Which of two names of the same thing readers know better. */
function betterName(a: string, b: string, home: string): string {
  const rank = (name: string) => [Number(!isAround(name, home)), dots(name), name.length];
  const [x, y] = [rank(a), rank(b)];
  const i = x.findIndex((value, at) => value !== y[at]);
  return i === -1 || x[i]! < y[i]! ? a : b;
}

/** A word that stands for a function or class by itself: `fold_constant`, `FoldConstant`, not `build`. */
function isTelling(word: string): boolean {
  return /[a-z\d]_[a-z]/i.test(word) || /[a-z\d][A-Z]|[A-Z]{2}[a-z]/.test(word);
}

/** The public names of a release, and how pages may write them. */
export class ApiNames {
  /** Best known name of a definition. */
  private readonly known = new Map<string, string>();
  /** Definitions by the last part of their name. */
  private readonly byLast = new Map<string, Set<string>>();

  constructor(private readonly inventory: Inventory) {
    for (const [module, entries] of Object.entries(inventory)) {
      for (const [last, {kind, home, members}] of Object.entries(entries)) {
        if (kind === 'module') {
          continue;
        }
        const name = `${module}.${last}`;
        const definition = home ?? name;
        const best = this.known.get(definition);
        this.known.set(definition, best ? betterName(best, name, definition) : name);
        this.add(last, definition);
        if (definition === name) {
          for (const [member] of Object.entries(members ?? {}).filter(([, sig]) => sig.startsWith('('))) {
            this.add(member, `${definition}.${member}`);
          }
        }
      }
    }
  }

  private add(last: string, definition: string): void {
    this.byLast.set(last, (this.byLast.get(last) ?? new Set()).add(definition));
  }

  /** The best known name of what a full name stands for; undefined where there is no such function, class or value. */
  private canonical(full: string): string | undefined {
    const [parent, last] = [full.slice(0, full.lastIndexOf('.')), full.slice(full.lastIndexOf('.') + 1)];
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
    const [first] = text.split('.', 1) as [string];
    const imported = imports.get(first);
    if (imported !== undefined && !TOP.test(imported)) {
      return undefined;
    }
    const asWritten = text.includes('.') ? [text, `tvm.${text}`] : [];
    return [...(imported ? [imported + text.slice(first.length)] : []), ...asWritten]
      .filter((name) => TOP.test(name) && name.includes('.'))
      .map((name) => this.canonical(name))
      .find((name) => name !== undefined);
  }

  /**
   * The name of what a page calls by the last part of a name, e.g. `FoldConstant`, or as a method of a variable.
   *
   * @param mentioned full names on the page, which tell definitions of the same last part apart
   * @returns where several are left, the last part itself; undefined where it is no name
   */
  resolveLast(text: string, imports: Imports, mentioned: ReadonlySet<string>): string | undefined {
    const last = text.slice(text.lastIndexOf('.') + 1);
    const imported = imports.get(text.split('.', 1)[0]!);
    if (imported !== undefined && !TOP.test(imported)) {
      return undefined;
    }
    const definitions = [...(this.byLast.get(last) ?? [])];
    if (definitions.length === 0 || !isTelling(last)) {
      return undefined;
    }
    const names = [...new Set(definitions.map((definition) => this.canonical(definition) ?? definition))];
    const owner = (name: string) => name.slice(0, name.lastIndexOf('.'));
    const choices = [
      names,
      names.filter((n) => mentioned.has(n)),
      names.filter((n) => mentioned.has(owner(n))),
    ];
    return choices.find((choice) => choice.length === 1)?.[0] ?? last;
  }
}

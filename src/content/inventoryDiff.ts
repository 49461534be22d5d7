import type {ApiEntry, Inventory} from './inventory';

/** A dotted name and its parameter list; empty where it has none. */
export interface NamedSignature {
  name: string;
  sig: string;
}

/** What differs between two inventories, each list by name. */
export interface InventoryDiff {
  added: NamedSignature[];
  removed: NamedSignature[];
  changed: {name: string; from: string; to: string}[];
}

/** Whether a name is a function or class of these packages, not one that they import from another. */
export function isOwn({kind, home}: ApiEntry): boolean {
  return (kind === 'class' || kind === 'function') && /^(?:tvm|vta)\./.test(home ?? '');
}

function flatten(
  inventory: Inventory,
  keep: (name: string, entry: ApiEntry) => boolean,
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [module, entries] of Object.entries(inventory)) {
    for (const [name, entry] of Object.entries(entries)) {
      const full = `${module}.${name}`;
      if (keep(full, entry)) {
        names.set(full, entry.sig ?? '');
        for (const [member, sig] of Object.entries(entry.members ?? {})) {
          names.set(`${full}.${member}`, sig === 'value' ? '' : sig);
        }
      }
    }
  }
  return names;
}

/**
 * Compares two inventories name by name, members of classes with them.
 *
 * @param keep which names count, by dotted name; the members of a class count with it
 */
export function diffInventories(
  before: Inventory,
  after: Inventory,
  keep: (name: string, entry: ApiEntry) => boolean,
): InventoryDiff {
  const [old, young] = [flatten(before, keep), flatten(after, keep)];
  const only = (names: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
    [...names.keys()]
      .filter((name) => !others.has(name))
      .sort()
      .map((name) => ({name, sig: names.get(name)!}));
  return {
    added: only(young, old),
    removed: only(old, young),
    changed: [...young.keys()]
      .filter((name) => old.has(name) && old.get(name) !== young.get(name))
      .sort()
      .map((name) => ({name, from: old.get(name)!, to: young.get(name)!})),
  };
}

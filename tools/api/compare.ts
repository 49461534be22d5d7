import type {ApiEntry, Inventory} from '../../src/content/inventory';

/** What differs between two inventories, each list by name. */
export interface InventoryDiff {
  added: string[];
  removed: string[];
  changed: {name: string; from: string; to: string}[];
}

/** Whether a name is a function or class of these packages, not one that they import from another. */
export function isOwn({kind, home}: ApiEntry): boolean {
  return (kind === 'class' || kind === 'function') && /^(?:tvm|vta)\./.test(home ?? '');
}

function flatten(
  inventory: Inventory,
  keep: (module: string, entry: ApiEntry) => boolean,
): Map<string, string> {
  const names = new Map<string, string>();
  for (const [module, entries] of Object.entries(inventory)) {
    for (const [name, entry] of Object.entries(entries)) {
      if (keep(module, entry)) {
        names.set(`${module}.${name}`, entry.sig ?? '');
        for (const [member, sig] of Object.entries(entry.members ?? {})) {
          names.set(`${module}.${name}.${member}`, sig === 'value' ? '' : sig);
        }
      }
    }
  }
  return names;
}

/**
 * Compares two inventories name by name, members of classes with them.
 *
 * @param keep which names of a module count
 */
export function diffInventories(
  before: Inventory,
  after: Inventory,
  keep: (module: string, entry: ApiEntry) => boolean,
): InventoryDiff {
  const [old, young] = [flatten(before, keep), flatten(after, keep)];
  const sorted = (names: Iterable<string>) => [...names].sort();
  return {
    added: sorted([...young.keys()].filter((name) => !old.has(name))).map((name) => name + young.get(name)!),
    removed: sorted([...old.keys()].filter((name) => !young.has(name))).map((name) => name + old.get(name)!),
    changed: sorted(
      [...young.keys()].filter((name) => old.has(name) && old.get(name) !== young.get(name)),
    ).map((name) => ({name, from: old.get(name)!, to: young.get(name)!})),
  };
}

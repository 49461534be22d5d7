import {type Inventory, lookup, readInventory} from '../../content/inventory';
import {diffInventories, isOwn} from '../../content/inventoryDiff';
import {ApiNames, isAround, splitName} from '../../content/names';
import {readReferenceEntries} from '../../content/referencePages';
import {entryOf} from '../../rehype/apiLinks';
import type {ApiChange, ApiChanges} from '../../site/apiChanges';
import type {SiteVersion} from '../../site/versions';
import {diffWords} from '../../site/wordDiff';

/** A release with what its inventory holds. */
interface Api {
  release: string;
  inventory: Inventory;
  names: ApiNames;
  /** Addresses of the entries of its reference by dotted name. */
  entries: ReadonlyMap<string, string>;
}

/**
 * Reads the API of a release.
 *
 * @throws Error where it has no inventory
 */
export function readApi(siteDir: string, version: SiteVersion): Api {
  const {release} = version;
  const inventory = readInventory(siteDir, release);
  if (!inventory) {
    throw new Error(`没有 data/api/${release}.json。办法：运行 npm run api -- --version ${release}`);
  }
  return {
    release,
    inventory,
    names: new ApiNames(inventory),
    entries: readReferenceEntries(siteDir, version),
  };
}

/** Whether a part of a name is private: `tvm.topi._x.y`. */
function isPrivate(name: string): boolean {
  return name.split('.').some((part) => part.startsWith('_'));
}

/** Whether a module offers a name: not where it merely imports it for itself, or where another of its name hides the module. */
function isOffered(name: string, {inventory, entries}: Api): boolean {
  const [module, last] = splitName(name);
  const home = inventory[module]?.[last]?.home ?? name;
  return lookup(inventory, name).state !== 'missing' && (isAround(name, home) || entries.has(name));
}

/**
 * Each definition once, under the name that readers know best: no second names, and no members of a class that is in the
 * list itself.
 */
function once<T extends {name: string}>(changes: readonly T[], api: Api): Map<string, T> {
  const {inventory, names} = api;
  const offered = changes.filter(({name}) => isOffered(name, api));
  const listed = new Set(offered.map(({name}) => name));
  const found = new Map<string, T>();
  for (const change of offered) {
    const {name} = change;
    const [parent] = splitName(name);
    const best = names.resolve(name, new Map()) ?? name;
    if (!listed.has(parent) && !(best !== name && listed.has(best))) {
      const shown = inventory[parent] ? name : best;
      found.set(shown, {...change, name: shown});
    }
  }
  return found;
}

/** The module of a name: the longest part of it that the inventory has as one. */
function moduleOf(name: string, inventories: readonly Inventory[]): string {
  const [parent] = splitName(name);
  return !parent || inventories.some((inventory) => inventory[parent])
    ? parent
    : moduleOf(parent, inventories);
}

function entryIn({entries}: Api, name: string): string | undefined {
  return entryOf(name, entries, '') ?? entryOf(splitName(name)[0], entries, '');
}

function changesOf(before: Api, after: Api): ApiChange[] {
  const found = diffInventories(
    before.inventory,
    after.inventory,
    (name, entry) => isOwn(entry) && !isPrivate(splitName(name)[0]),
  );
  const added = once(found.added, after);
  const removed = once(found.removed, before);
  const changed = once(found.changed, after);
  // A class whose definition moved keeps its best known name, and so do its members.
  for (const [name, {sig}] of added) {
    const old = removed.get(name);
    if (old) {
      added.delete(name);
      removed.delete(name);
      if (old.sig !== sig) {
        changed.set(name, {name, from: old.sig, to: sig});
      }
    }
  }
  return [
    ...[...added.values()].map(({name, sig}) => ({
      name,
      state: 'added' as const,
      pieces: diffWords([], [{text: sig}]),
      entry: entryIn(after, name),
    })),
    ...[...removed.values()].map(({name, sig}) => ({
      name,
      state: 'removed' as const,
      pieces: diffWords([{text: sig}], []),
      entry: entryIn(before, name),
    })),
    ...[...changed.values()].map(({name, from, to}) => ({
      name,
      state: 'changed' as const,
      pieces: diffWords([{text: from}], [{text: to}]),
      entry: entryIn(after, name),
    })),
  ];
}

/** What differs between the API of two releases, by module. */
export function compareApis(before: Api, after: Api): ApiChanges {
  const modules = new Map<string, ApiChange[]>();
  const documented = new Set(
    [before, after].flatMap(({entries}) => [...entries.keys()].map((name) => splitName(name)[0])),
  );
  for (const change of changesOf(before, after)) {
    const module = moduleOf(change.name, [before.inventory, after.inventory]);
    modules.set(module, [...(modules.get(module) ?? []), change]);
  }
  return {
    from: before.release,
    to: after.release,
    modules: [...modules]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([module, own]) => ({
        module,
        isDocumented: documented.has(module),
        changes: own.sort((a, b) => (a.name < b.name ? -1 : 1)),
      })),
  };
}

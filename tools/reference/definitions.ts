import type {ReferenceNames} from '../../src/content/reference';
import {findEntry, type Inventory} from '../../src/content/inventory';
import {SourceFile} from '../sources/find';
import type {TaggedSource} from '../sources/tags';

/** The files that may hold a module of the packages. */
function filesOf(module: string): string[] {
  const base = `${module.startsWith('vta') ? 'vta/python' : 'python'}/${module.replaceAll('.', '/')}`;
  return [`${base}.py`, `${base}/__init__.py`];
}

/**
 * Finds where the names of the reference are defined at the tag of a release.
 *
 * @returns the names with `path#Lline`, and those whose definition was not found
 */
export function findDefinitionsOf(
  names: ReferenceNames,
  inventory: Inventory,
  release: string,
  tags: TaggedSource,
): {names: ReferenceNames; missing: string[]} {
  const homes = new Map(
    Object.values(names)
      .flatMap((page) => Object.keys(page))
      .map((name) => [name, findEntry(inventory, name)?.home ?? name] as const),
  );
  const moduleOf = (home: string) => home.slice(0, home.lastIndexOf('.'));
  const wanted = [...new Set([...homes.values()].flatMap((home) => filesOf(moduleOf(home))))];
  const files = new Map(
    [...tags.read(release, wanted)].map(([path, text]) => [path, new SourceFile(path, text)]),
  );
  const missing: string[] = [];

  function place(name: string): string {
    const home = homes.get(name)!;
    const symbol = home.slice(home.lastIndexOf('.') + 1);
    for (const path of filesOf(moduleOf(home))) {
      const found = files.get(path)?.find(symbol, '');
      if (found?.state === 'found') {
        return `${path}#L${found.line}`;
      }
      if (found?.state === 'ambiguous') {
        // A later definition of the same name takes the place of the earlier.
        return `${path}#L${found.candidates.filter(({within}) => !within).at(-1)?.line ?? found.candidates[0]!.line}`;
      }
    }
    missing.push(name);
    return '';
  }

  const placed = Object.fromEntries(
    Object.entries(names).map(([page, own]) => [
      page,
      Object.fromEntries(Object.keys(own).map((name) => [name, place(name)])),
    ]),
  );
  return {names: placed, missing};
}

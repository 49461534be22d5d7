import {findEntry, type Inventory, lookup} from '../../content/inventory';

/** An older release and its names. */
export interface OlderRelease {
  release: string;
  inventory: Inventory;
}

/** What the inventories say of a name besides its signature. */
export interface NameFacts {
  /** The release that brought the name, where the oldest one documented here lacks it. */
  since?: string;
  /** The release that changed the parameter list last. */
  changed?: string;
  /** A statement that imports the name. */
  imports: string;
}

/**
 * @param releases the release of the page, then the older ones, newest first
 * @param name dotted name that the release of the page has
 */
export function factsOf(releases: readonly OlderRelease[], name: string): NameFacts {
  const found = releases.map(({inventory}) => lookup(inventory, name));
  const lacking = found.findIndex(({state}) => state === 'missing');
  const since = lacking > 0 ? releases[lacking - 1]!.release : undefined;
  const signature = (i: number) => {
    const one = found[i];
    return one?.state === 'found' ? one.sig : undefined;
  };
  const known = lacking < 0 ? releases.length : lacking;
  const other = releases.findIndex((_, i) => i > 0 && i < known && signature(i) !== signature(0));
  const at = name.lastIndexOf('.');
  const [module, last] = [name.slice(0, at), name.slice(at + 1)];
  const {inventory} = releases[0]!;
  const home = inventory[module] ? name : (findEntry(inventory, name)?.home ?? name);
  const homeModule = home.slice(0, home.lastIndexOf('.'));
  return {
    since,
    changed: other > 0 ? releases[other - 1]!.release : undefined,
    imports: homeModule.includes('.') ? `from ${homeModule} import ${last}` : `import ${homeModule}`,
  };
}

import {type Inventory, lookup} from '../../content/inventory';

/** An older release and its names. */
export interface OlderRelease {
  release: string;
  inventory: Inventory;
}

/** What the inventories say of a name besides its signature. */
export interface NameFacts {
  /** The release that brought the name, where the oldest one documented here lacks it. */
  since?: string;
  /** The release that changed the parameter list last, and what it was in the one before. */
  changed?: string;
  was?: {release: string; signature: string};
  /** A statement that imports the name. */
  imports: string;
}

/**
 * A statement after which the name can be written. It imports by the public path: of `tvm.relay.nn.conv2d`, whose `nn` is an
 * attribute of the package and no module that Python finds, it imports `nn`.
 */
export function importOf(inventory: Inventory, name: string): string {
  const parts = name.split('.');
  let end = parts.length - 1;
  while (end > 1 && !inventory[parts.slice(0, end).join('.')]) {
    end -= 1;
  }
  const module = parts.slice(0, end).join('.');
  return end === 1 && parts.length === 2 ? `import ${module}` : `from ${module} import ${parts[end]}`;
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
  return {
    since,
    changed: other > 0 ? releases[other - 1]!.release : undefined,
    was:
      other > 0 ? {release: releases[other]!.release, signature: name + (signature(other) ?? '')} : undefined,
    imports: importOf(releases[0]!.inventory, name),
  };
}

import {hasName, type Inventory, lookup, type Names} from '../../site/inventory';

/** The names of two releases: the one that a page is about and the newest on the package index. */
export interface Releases {
  own: Inventory;
  newest: Names;
}

const NAME = /^[A-Za-z_][\w]*(\.[A-Za-z_]\w*)+(\(\))?$/;

/**
 * Finds the full name of what a text names, e.g. `tvm.relay.build` for `relay.build`.
 *
 * @returns undefined where the release has no such public name
 */
export function resolveName(text: string, own: Inventory): string | undefined {
  if (!NAME.test(text)) {
    return undefined;
  }
  const name = text.replace(/\(\)$/, '');
  return [name, `tvm.${name}`].find((full) => {
    const [top] = full.split('.');
    return (top === 'tvm' || top === 'vta') && lookup(own, full).state === 'found';
  });
}

/** The full name of what a text names, where the newest release no longer has it. */
export function findGone(text: string, {own, newest}: Releases): string | undefined {
  const full = resolveName(text, own);
  return full && !hasName(newest, full) ? full : undefined;
}

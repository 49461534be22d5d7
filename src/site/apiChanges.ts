import {type SiteVersion, VERSIONS} from './versions';
import type {WordPiece} from './wordDiff';

/** Path of the list of all pages of changes, below the base URL. */
export const CHANGES = '/changes';

/** A public name that a release brought, took out or changed. */
export interface ApiChange {
  name: string;
  state: 'added' | 'removed' | 'changed';
  /** The parameter list; of a name that changed with the words that differ. */
  pieces: readonly WordPiece[];
  /** Address of its entry in the API reference, below the base URL; of a member that of its class. */
  entry?: string;
}

/** What differs in a module. */
export interface ModuleChanges {
  module: string;
  /** Whether the API reference has names of it. */
  isDocumented: boolean;
  changes: ApiChange[];
}

/** What differs between the API of two releases. */
export interface ApiChanges {
  from: string;
  to: string;
  /** By module, sorted. */
  modules: ModuleChanges[];
}

/** How much differs, for the list of all pages of changes. */
export type ChangeCounts = Pick<ApiChanges, 'from' | 'to'> & Record<ApiChange['state'], number>;

/** Path of the page of changes between two releases, below the base URL. */
export function changesPath(from: string, to: string): string {
  return `${CHANGES}/${from}-${to}`;
}

/** Releases between which there is a page of changes, the older first: neighbours, newest first, and the whole span. */
export function changePairs(
  versions: readonly SiteVersion[] = VERSIONS,
): [from: SiteVersion, to: SiteVersion][] {
  const neighbours = versions
    .slice(1)
    .map((version, i): [SiteVersion, SiteVersion] => [version, versions[i]!]);
  return versions.length > 2 ? [...neighbours, [versions.at(-1)!, versions[0]!]] : neighbours;
}

import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {Inventory} from '../../src/site/inventory';

/** The inventory of a release, or undefined where `data/api` has none. */
export function readInventory(root: string, version: string): Inventory | undefined {
  const file = path.join(root, 'data/api', `${version}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Inventory) : undefined;
}

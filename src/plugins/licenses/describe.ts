import fs from 'node:fs';
import path from 'node:path';

/** A package of which readers get a part. */
export interface ShippedPackage {
  name: string;
  version: string;
  license: string;
  /** The terms as the package has them; where it has no such file, who wrote it and the name of the licence. */
  text: string;
}

/** Licences that let their code be passed on with that of a site under Apache-2.0. */
const COMPATIBLE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

/** Whether a licence, or an expression of some, is compatible: one of those that `OR` lets choose, all that `AND` joins. */
export function isCompatible(license: string): boolean {
  return license
    .replace(/[()]/g, '')
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => COMPATIBLE.has(one.trim())));
}

interface Manifest {
  name: string;
  version: string;
  license?: string | {type: string};
  author?: string | {name: string};
}

function describePackage(folder: string): ShippedPackage {
  const {name, version, license, author} = JSON.parse(
    fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const id = typeof license === 'object' ? license.type : (license ?? '没有写明');
  if (!isCompatible(id)) {
    throw new Error(
      `软件包 ${name} 的许可证（${id}）与 Apache-2.0 不相容，或不在 src/plugins/licenses/describe.ts 的列表里；换掉它，或核对后加进列表`,
    );
  }
  const file = fs
    .readdirSync(folder, {withFileTypes: true})
    .find((entry) => entry.isFile() && /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(entry.name))?.name;
  const writer = typeof author === 'object' ? author.name : (author ?? name);
  return {
    name,
    version,
    license: id,
    text: file ? fs.readFileSync(path.join(folder, file), 'utf8') : `Copyright ${writer}. ${id}.`,
  };
}

/**
 * Describes packages by their folders, each version of one once.
 *
 * @throws where a licence is not compatible with that of the site
 */
export function describePackages(folders: readonly string[]): ShippedPackage[] {
  const all = folders
    .filter((folder) => fs.existsSync(path.join(folder, 'package.json')))
    .map(describePackage);
  const byName = new Map(all.map((one) => [`${one.name} ${one.version}`, one]));
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

import fs from 'node:fs';
import path from 'node:path';
import {readJson} from './json';

const FILE = 'data/build-options.json';

/** Names of the build options that `tvm.support.libinfo()` of a release reports; none where they were never listed. */
export function readBuildOptions(siteDir: string, release: string): string[] {
  return readJson<Record<string, string[]>>(siteDir, FILE)?.[release] ?? [];
}

/** Writes the names of all releases, a line for each release. */
export function writeBuildOptions(siteDir: string, options: Record<string, string[]>): void {
  const lines = Object.entries(options).map(([release, names]) => `  "${release}": ${JSON.stringify(names)}`);
  fs.writeFileSync(path.join(siteDir, FILE), `{\n${lines.join(',\n')}\n}\n`);
}

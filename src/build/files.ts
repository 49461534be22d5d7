import fs from 'node:fs';
import path from 'node:path';

/** Files below a folder, or the file itself; none where there is no such thing. */
export function filesUnder(name: string): string[] {
  if (!fs.existsSync(name)) {
    return [];
  }
  return fs.statSync(name).isDirectory()
    ? fs
        .readdirSync(name)
        .sort()
        .flatMap((entry) => filesUnder(path.join(name, entry)))
    : [name];
}

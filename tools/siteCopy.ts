import fs from 'node:fs';
import path from 'node:path';

/** What is made, installed or of no use to a build. */
const LEFT_OUT =
  '.git .docusaurus .cache node_modules build bench deploy figures tests tools test-results .ci .github'.split(
    ' ',
  );

/**
 * Lays out a copy of the site that can be built in a folder of its own.
 *
 * @param without folders and files at the top that are not wanted either
 * @param filter tells of a path relative to the site whether to copy it
 */
export function copySite(
  siteDir: string,
  target: string,
  without: readonly string[] = [],
  filter: (relative: string) => boolean = () => true,
): void {
  const leftOut = new Set([...LEFT_OUT, ...without]);
  for (const name of fs.readdirSync(siteDir)) {
    if (!leftOut.has(name)) {
      fs.cpSync(path.join(siteDir, name), path.join(target, name), {
        recursive: true,
        filter: (source) => filter(path.relative(siteDir, source)),
      });
    }
  }
  // Links to the packages one by one, so that the caches beside them are this copy's own.
  const packages = path.join(target, 'node_modules');
  fs.mkdirSync(packages);
  for (const name of fs.readdirSync(path.join(siteDir, 'node_modules'))) {
    if (name !== '.cache') {
      fs.symlinkSync(path.join(siteDir, 'node_modules', name), path.join(packages, name), 'junction');
    }
  }
}

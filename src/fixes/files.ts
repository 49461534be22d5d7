import path from 'node:path';

const folder = (module: string) => path.dirname(require.resolve(module));

/** A file of Docusaurus' browser code. */
export function clientFile(name: string): string {
  return path.join(folder('@docusaurus/core/package.json'), 'lib/client', name);
}

/** A file of `@docusaurus/theme-common`. */
export function themeCommonFile(name: string): string {
  return path.join(folder('@docusaurus/theme-common'), name);
}

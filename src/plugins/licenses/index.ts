import fs from 'node:fs';
import path from 'node:path';
import type {LoadContext, Plugin} from '@docusaurus/types';
import {describePackages, type ShippedPackage} from './describe';

/** What readers get without its code being bundled: styles and fonts. */
const COPIED = ['katex', '@docsearch/css'];

/** The part of the bundler that is needed here. */
interface Compiler {
  hooks: {
    compilation: {
      tap(
        name: string,
        act: (compilation: {
          hooks: {
            finishModules: {tap(name: string, act: (modules: Iterable<{resource?: string}>) => void): void};
          };
        }) => void,
      ): void;
    };
  };
}

/** Folder of the package that a module belongs to, e.g. `…/node_modules/@docusaurus/core`. */
export function packageFolder(resource: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(resource)?.[0];
}

/** Notes from which packages the code comes that readers' browsers run. */
function noteModules(folders: Set<string>): {apply(compiler: Compiler): void} {
  const name = 'tvm-licenses';
  return {
    apply(compiler) {
      compiler.hooks.compilation.tap(name, ({hooks}) =>
        hooks.finishModules.tap(name, (modules) => {
          for (const {resource = ''} of modules) {
            const folder = packageFolder(resource);
            if (folder) {
              folders.add(folder);
            }
          }
        }),
      );
    },
  };
}

/**
 * Lists, in `licenses.txt` of the build, the packages of others that readers get, each with its licence, as most licences
 * ask; a package whose licence does not go with that of the site stops the build.
 */
export default function licensesPlugin({siteDir}: LoadContext): Plugin {
  const folders = new Set(COPIED.map((name) => path.join(siteDir, 'node_modules', name)));
  return {
    name: 'tvm-licenses',
    configureWebpack(_, isServer) {
      return isServer
        ? {}
        : ({plugins: [noteModules(folders)]} as unknown as ReturnType<
            NonNullable<Plugin['configureWebpack']>
          >);
    },
    postBuild({outDir}) {
      const packages = describePackages([...folders]);
      const text = packages.map(
        ({name, version, license, text: terms}: ShippedPackage) =>
          `${name} ${version} (${license})\n\n${terms.trim()}\n`,
      );
      fs.writeFileSync(path.join(outDir, 'licenses.txt'), text.join(`\n${'-'.repeat(80)}\n\n`));
      return Promise.resolve();
    },
  };
}

import fs from 'node:fs';
import path from 'node:path';

/** What is used of the bundler's compiler and its output. */
interface Compiler {
  hooks: {
    afterEmit: {
      tap(
        name: string,
        handler: (compilation: {outputOptions: {path?: string}; getAssets(): {name: string}[]}) => void,
      ): void;
    };
  };
}

/**
 * Makes a plugin of the server's bundler that puts the pictures and files of pages, which it writes beside the server's
 * code, to the site.
 *
 * @param outDir folder of the built site
 */
export function emitAssets(outDir: string): {apply(compiler: Compiler): void} {
  return {
    apply(compiler) {
      compiler.hooks.afterEmit.tap('emit-assets', (compilation) => {
        for (const {name} of compilation.getAssets()) {
          // Not the code itself, of which the browser has its own.
          if (name.startsWith('assets/') && !name.startsWith('assets/js/')) {
            const target = path.join(outDir, name);
            fs.mkdirSync(path.dirname(target), {recursive: true});
            fs.copyFileSync(path.join(compilation.outputOptions.path!, name), target);
          }
        }
      });
    },
  };
}

import fs from 'node:fs';
import path from 'node:path';

/** What is used of the bundler's compiler and its output. */
interface Compiler {
  hooks: {
    afterEmit: {
      tap(
        name: string,
        handler: (compilation: {
          outputOptions: {path?: string};
          errors: Error[];
          getAssets(): {name: string}[];
        }) => void,
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
        // Not the code itself, of which the browser has its own.
        const names = compilation.getAssets().map(({name}) => name);
        for (const name of names.filter((asset) => asset.includes('/') && !asset.startsWith('assets/js/'))) {
          if (!name.startsWith('assets/')) {
            const message = `src/speed/articles/emitAssets.ts：服务器那一半写出了 ${name}，而页面的图片和文件只应当在 assets/ 里，站点上会缺少它。办法：照 Docusaurus 现在的目录改这个文件`;
            compilation.errors.push(new Error(message));
            continue;
          }
          const target = path.join(outDir, name);
          fs.mkdirSync(path.dirname(target), {recursive: true});
          fs.copyFileSync(path.join(compilation.outputOptions.path!, name), target);
        }
      });
    },
  };
}

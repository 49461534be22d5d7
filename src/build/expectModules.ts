import type {Compiler, Module, WebpackPluginInstance} from 'webpack';

/** A file, or files by a pattern of their paths. */
export type Wanted = string | RegExp;

/** Those wanted that no module comes from. */
export function missingFiles(wanted: readonly Wanted[], modules: Iterable<object>): readonly Wanted[] {
  const present = new Set(
    [...modules].map((module) => (module as {resource?: string}).resource?.split('?')[0] ?? ''),
  );
  return wanted.filter((file) =>
    typeof file === 'string' ? !present.has(file) : ![...present].some((name) => file.test(name)),
  );
}

/**
 * Makes a plugin of the bundler that stops the build where a file is not part of the code: something that is to be
 * changed or replaced has moved, and the change would be lost in silence.
 *
 * @param owner the folder to adapt
 * @param files absolute paths, or patterns of them, each of which has to match
 */
export function expectModules(owner: string, files: readonly Wanted[]): WebpackPluginInstance {
  return {
    apply(compiler: Compiler) {
      compiler.hooks.thisCompilation.tap('expect-modules', (compilation) => {
        compilation.hooks.finishModules.tap('expect-modules', (modules: Iterable<Module>) => {
          for (const file of missingFiles(files, modules)) {
            const message = `${owner}：站点的代码里没有 ${String(file)}，它要改的东西不见了。办法：照依赖现在的写法改 ${owner}，不再需要就删掉`;
            compilation.errors.push(new Error(message) as (typeof compilation.errors)[number]);
          }
        });
      });
    },
  };
}

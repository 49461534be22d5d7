/** Objects out of Git, many in one process. */

/** Runs Git with a text for its input. */
export type RunGit = (args: readonly string[], input: string) => Buffer;

/** Texts of objects by name (`<id>`, `<commit>:<path>`); those that are not there are left out. */
export function readObjects(run: RunGit, names: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  if (names.length === 0) {
    return texts;
  }
  const output = run(['cat-file', '--batch'], names.map((name) => `${name}\n`).join(''));
  let at = 0;
  for (const name of names) {
    const end = output.indexOf(10, at);
    const size = / blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size !== undefined) {
      texts.set(name, output.toString('utf8', at, at + Number(size)));
      at += Number(size) + 1;
    }
  }
  return texts;
}

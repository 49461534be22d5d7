/**
 * Replaces a text of a dependency, or of a file of ours, that has to be there.
 *
 * @param owner the file to adapt where it is not
 * @throws Error naming that file, what it expected and the cure
 */
export function replaceText(owner: string, text: string, search: string | RegExp, by: string): string {
  const replaced = text.replace(search, () => by);
  if (replaced === text) {
    throw new Error(
      `${owner}：没有找到要改的 ${String(search).trim()}，改动会落空。办法：照依赖现在的写法改 ${owner}，不再需要就删掉`,
    );
  }
  return replaced;
}

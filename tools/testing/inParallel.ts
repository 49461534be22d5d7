/**
 * Acts on each of a list, some at a time, beginning in its order.
 *
 * @param limit how many at a time
 * @returns what came of each, in the order of the list
 */
export async function inParallel<T, R>(
  list: readonly T[],
  limit: number,
  act: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    while (next < list.length) {
      const index = next++;
      results[index] = await act(list[index]!);
    }
  };
  await Promise.all(Array.from({length: Math.min(limit, list.length)}, work));
  return results;
}

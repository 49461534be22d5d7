/** Up to `limit` names for a message, with the number of those left out. */
export function list(names: Iterable<string>, limit = 30): string {
  const all = [...names].sort();
  const shown = all.slice(0, limit).join('、');
  return all.length > limit ? `${shown} 等 ${all.length} 个` : shown || '（无）';
}

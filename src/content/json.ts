import fs from 'node:fs';
import path from 'node:path';

const known = new Map<string, {stamp: string; value: unknown}>();

/**
 * Reads a JSON file of the site; again only when it has changed. What it gives is shared and must not be changed.
 *
 * @param file relative to the site
 * @returns undefined where there is no such file
 * @throws Error naming the file and the cure where it holds no JSON
 */
export function readJson<T>(siteDir: string, file: string, cure = '从 Git 恢复这个文件'): T | undefined {
  const full = path.join(siteDir, file);
  const stat = fs.statSync(full, {throwIfNoEntry: false});
  if (!stat) {
    return undefined;
  }
  const stamp = `${stat.mtimeMs} ${stat.size}`;
  const before = known.get(full);
  if (before?.stamp === stamp) {
    return before.value as T;
  }
  try {
    const value = JSON.parse(fs.readFileSync(full, 'utf8')) as T;
    known.set(full, {stamp, value});
    return value;
  } catch (error) {
    throw new Error(`${file}：不是 JSON（${(error as Error).message}）。办法：${cure}`, {cause: error});
  }
}

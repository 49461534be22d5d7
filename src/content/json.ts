import fs from 'node:fs';
import path from 'node:path';
import {SiteFaults} from './checks/fault';

const known = new Map<string, {stamp: string; value: unknown}>();

/** Line on which a parser of JSON stopped, by its message: some name the place, others quote ten characters around it. */
function lineOfError(message: string, text: string): number | undefined {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const [, dots, context] = /, (\.\.\.)?"([^]*?)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const found = context === undefined ? -1 : text.indexOf(context);
  const at = /end of JSON/.test(message)
    ? text.trimEnd().length
    : position
      ? Number(position)
      : found === -1
        ? undefined
        : found + (dots ? 10 : 0);
  return at === undefined ? undefined : text.slice(0, at).trimEnd().split('\n').length;
}

/**
 * Reads a JSON file of the site; again only when it has changed. What it gives is shared and must not be changed.
 *
 * @param file relative to the site
 * @returns undefined where there is no such file
 * @throws SiteFaults naming the file, the line and the cure where it holds no JSON
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
  const text = fs.readFileSync(full, 'utf8');
  try {
    const value = JSON.parse(text) as T;
    known.set(full, {stamp, value});
    return value;
  } catch (error) {
    const {message} = error as Error;
    throw new SiteFaults([
      {
        kind: '不是 JSON',
        file,
        line: lineOfError(message, text),
        problem: `读不懂：${message.replace(/\s+/g, ' ')}`,
        cure: `改正这一行或它的上一行（最后一项后面没有逗号，名称和文字用双引号，文件存为不带 BOM 的 UTF-8）；或${cure}`,
      },
    ]);
  }
}

import {createHash} from 'node:crypto';
import {codeFences, codeText, type Fence, fenceText, parseFences} from '../site/fences';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** SHA-256, in hexadecimal, of what `codeText` takes from a page; front matter may be there or not. */
export function codeHash(markdown: string): string {
  return sha256(codeText(parseFences(markdown)));
}

/** The beginning of the hash of each of `codeFences` with its output: says which of them changed. */
export function fenceHashes(fences: readonly Fence[]): string[] {
  return codeFences(fences).map((fence) => sha256(fenceText(fences, fence)).slice(0, 8));
}

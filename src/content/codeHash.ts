import {createHash} from 'node:crypto';
import {codeText, parseFences} from '../site/fences';

/** SHA-256, in hexadecimal, of what `codeText` takes from a page; front matter may be there or not. */
export function codeHash(markdown: string): string {
  return createHash('sha256')
    .update(codeText(parseFences(markdown)))
    .digest('hex');
}

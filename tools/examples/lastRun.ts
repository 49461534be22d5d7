/** Which fence of a page was changed since its run: the page is compared with itself as Git has it from then. */
import {spawnSync} from 'node:child_process';
import {codeHash} from '../../src/content/codeHash';
import {codeParts, type Fence, parseFences} from '../../src/site/fences';
import {readObjects} from '../git';
import type {ExamplePage} from './pages';

/** How many commits of a page are looked through. */
const COMMITS = 20;

function git(root: string, args: readonly string[], input = ''): Buffer {
  return spawnSync('git', args, {cwd: root, input, maxBuffer: 1 << 28}).stdout ?? Buffer.alloc(0);
}

/** The text of a page when it was run; undefined where Git does not have it. */
function textWhenRun(root: string, page: string, hash: string): string | undefined {
  const log = git(root, ['log', '-n', String(COMMITS), '--format=%H', '--', page]).toString();
  const names = log.split('\n').flatMap((commit) => (commit ? `${commit}:./${page}` : []));
  const texts = readObjects((args, input) => git(root, args, input), names);
  return [...texts.values()].find((text) => codeHash(text) === hash);
}

/** The first fence of a page that is not as it was when the page was run; undefined where that can't be told. */
export function changedFence(root: string, {path, fences}: ExamplePage, hash: string): Fence | undefined {
  const before = textWhenRun(root, path, hash);
  if (before === undefined) {
    return undefined;
  }
  const then = codeParts(parseFences(before)).map(({text}) => text);
  const now = codeParts(fences);
  return (now.find(({text}, i) => text !== then[i]) ?? now.at(-1))?.fence;
}

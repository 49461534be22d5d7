import {vi} from 'vitest';

let runs = 0;

/**
 * Runs a command of `tools/` in this process, which takes a tenth of the time of another one.
 *
 * @param start what begins it: a file, or a call of `runCommand`
 * @returns the status that it ends with, and all that it prints
 */
export async function runHere(
  start: string | (() => void),
  args: readonly string[] = [],
  {cwd = process.cwd(), env = process.env} = {},
): Promise<{code: number; output: string}> {
  const before = {argv: process.argv, exitCode: process.exitCode, env: process.env, cwd: process.cwd()};
  const said: string[] = [];
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...words) => void said.push(words.join(' '))),
    vi.spyOn(console, 'error').mockImplementation((...words) => void said.push(words.join(' '))),
  ];
  process.argv = ['node', typeof start === 'string' ? start : 'command', ...args];
  process.exitCode = undefined;
  process.env = env;
  process.chdir(cwd);
  try {
    runs += 1;
    await (typeof start === 'string' ? import(`${start}?run=${runs}`) : start());
    await vi.waitUntil(() => process.exitCode !== undefined, {timeout: 60_000, interval: 5});
    return {code: Number(process.exitCode), output: said.join('\n')};
  } finally {
    process.argv = before.argv;
    process.exitCode = before.exitCode;
    process.env = before.env;
    process.chdir(before.cwd);
    spies.forEach((spy) => spy.mockRestore());
  }
}

import fs from 'node:fs';
import path from 'node:path';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {readLine, runCommand, UsageError} from '../../../tools/commandLine';

const ROOT = path.resolve(__dirname, '../../..');
const {scripts} = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const TOOLS = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /^tsx (tools\/\S+)/.exec(line)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

const {argv, exitCode} = process;

afterEach(() => {
  process.argv = argv;
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

/** Runs a command in this process and gives what it prints and the status that it sets. */
async function run(start: () => unknown, ...args: string[]) {
  const said: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void said.push(text));
  process.argv = ['node', ...args];
  process.exitCode = undefined;
  await start();
  await vi.waitFor(() => expect(process.exitCode).toBeDefined());
  return {code: process.exitCode, said: said.join('\n')};
}

describe('every command of the project', () => {
  it.each([...new Map(TOOLS.map(([name, file]) => [file, name]))])(
    '%s says with --help how it is called',
    async (file, name) => {
      const full = path.join(ROOT, file);
      const {code, said} = await run(() => import(`${full}?help`), full, '--help');
      expect(code).toBe(0);
      expect(said).toMatch(/^用法：/);
      expect(said).toMatch(name === 'test' ? /npm test/ : new RegExp(`npm run (${name}|check)`));
    },
  );
});

describe('a command line', () => {
  const command = {
    usage: '用法：npm run x\n',
    options: {tvm: {type: 'string'}, 'dry-run': {type: 'boolean', default: false}},
  } as const;

  it('is read with its defaults', () => {
    expect(readLine(command, ['--tvm', 'a'])).toMatchObject({help: false, values: {tvm: 'a', 'dry-run': false}});
    expect(readLine(command, ['-h']).help).toBe(true);
  });

  it.each([
    [['--dryrun'], '没有选项「--dryrun」；要的也许是 --dry-run'],
    [['--something-else'], '没有选项「--something-else」'],
    [['--tvm'], '选项 --tvm 后面要写值'],
    [['--dry-run=yes'], '选项 --dry-run 后面没有值'],
    [['page'], '这条命令后面只写选项，不写「page」'],
  ])('%o is a mistake', (args, said) => {
    expect(() => readLine(command, args)).toThrow(new UsageError(said));
  });

  it('ends with what the command gives, with 2 where it could not do its work, and shows no stack', async () => {
    expect(await run(() => runCommand(command, () => 1))).toEqual({code: 1, said: ''});
    expect(await run(() => runCommand(command, () => undefined))).toEqual({code: 0, said: ''});
    const failing = () => {
      throw new Error('没有 TVM');
    };
    expect(await run(() => runCommand(command, failing))).toEqual({code: 2, said: '没有 TVM'});
    const {code, said} = await run(() => runCommand(command, () => 0), 'x', '--tmv', 'a');
    expect(code).toBe(2);
    expect(said).toBe('没有选项「--tmv」；要的也许是 --tvm。全部用法：加 -- --help');
  });
});

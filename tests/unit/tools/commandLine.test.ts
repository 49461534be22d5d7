import fs from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readLine, runCommand, UsageError} from '../../../tools/commandLine';
import {runHere} from '../../support/runCommand';

const ROOT = path.resolve(__dirname, '../../..');
const {scripts} = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const TOOLS = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /^tsx (tools\/\S+)/.exec(line)?.[1];
  return file === undefined ? [] : [[name, file] as const];
});

describe('every command of the project', () => {
  it.each([...new Map(TOOLS.map(([name, file]) => [file, name]))])(
    '%s says with --help how it is called',
    async (file, name) => {
      const {code, output} = await runHere(path.join(ROOT, file), ['--help']);
      expect(code).toBe(0);
      expect(output).toMatch(/^用法：/);
      expect(output).toMatch(name === 'test' ? /npm test/ : new RegExp(`npm run (${name}|check)`));
    },
  );
});

describe('a command line', () => {
  const command = {
    usage: '用法：npm run x\n',
    options: {tvm: {type: 'string'}, 'dry-run': {type: 'boolean', default: false}},
  } as const;

  it('is read with its defaults', () => {
    expect(readLine(command, ['--tvm', 'a'])).toMatchObject({
      help: false,
      values: {tvm: 'a', 'dry-run': false},
    });
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
    expect(await runHere(() => runCommand(command, () => 1))).toEqual({code: 1, output: ''});
    expect(await runHere(() => runCommand(command, () => undefined))).toEqual({code: 0, output: ''});
    const failing = () => {
      throw new Error('没有 TVM');
    };
    expect(await runHere(() => runCommand(command, failing))).toEqual({code: 2, output: '没有 TVM'});
    const {code, output} = await runHere(() => runCommand(command, () => 0), ['--tmv', 'a']);
    expect(code).toBe(2);
    expect(output).toBe('没有选项「--tmv」；要的也许是 --tvm。全部用法：加 -- --help');
  });
});

import {describe, expect, test} from 'vitest';
import {options, subcommands, tvmcProblems, type HelpSource} from '../../../tools/examples/tvmc';

const HELP: Record<string, string> = {
  '': 'usage: tvmc [--config CONFIG] [-v] [--version] [-h] {micro,run,tune,compile} ...\n\nTVM compiler driver\n\n  -v, --verbose  increase\n',
  compile:
    'usage: tvmc compile [-h] [--desired-layout {NCHW,NHWC}] [--target TARGET]\n       [--target-llvm-mcpu MCPU] [-o OUTPUT] FILE\n\n  -o OUTPUT, --output OUTPUT\n  -f {so,mlf}\n',
  micro: 'usage: tvmc micro [-h] {create-project,build,flash} ...\n\n',
  'micro build': 'usage: tvmc micro build [-h] [-f] project_dir\n\n  -f, --force\n',
};
const help: HelpSource = async (command) => HELP[command.join(' ')];

test('subcommands are those of the usage line, not the values of an option', () => {
  expect(subcommands(HELP[''])).toEqual(['micro', 'run', 'tune', 'compile']);
  expect(subcommands(HELP.compile)).toEqual([]);
});

test('options are long and short ones', () => {
  expect([...options(HELP.compile)]).toEqual(expect.arrayContaining(['--target', '--target-llvm-mcpu', '-o', '-f']));
});

describe('a tvmc line', () => {
  const check = async (text: string) => {
    const problems = await tvmcProblems('docs/a.md', [{index: 1, line: 9, words: text.split(' ')}], help);
    return problems.map((problem) => problem.message);
  };

  test.each([
    'tvmc --version',
    'tvmc compile --target=llvm --target-llvm-mcpu skylake -o a.tar model.onnx',
    'tvmc --config a.json compile --target llvm model.onnx',
    'tvmc -vvv compile --output a.tar model.onnx',
    'tvmc micro build --force project',
  ])('%s', async (text) => {
    expect(await check(text)).toEqual([]);
  });

  test.each([
    ['tvmc compile --targets llvm model.onnx', 'tvmc compile 没有选项 --targets'],
    ['tvmc fly model.onnx', 'tvmc 没有子命令 fly；有 micro、run、tune、compile'],
    ['tvmc micro fly project', 'tvmc micro 没有子命令 fly；有 create-project、build、flash'],
    ['tvmc tune --x', 'tvmc tune --help 不能执行'],
  ])('%s', async (text, message) => {
    expect(await check(text)).toEqual([message]);
  });
});

import {describe, expect, test} from 'vitest';
import {lineOfNeed, readNeeds} from '../../../src/site/needs';
import {formatMissing, type Look, missingNeeds, readPageNeeds} from '../../../tools/examples/needs';
import {formatSetUp} from '../../../tools/examples/setUp';
import {isOn} from '../../../tools/examples/supplies';
import {LATEST} from '../../support/releases';

const OPTIONS = ['USE_BLAS', 'USE_LLVM'];

describe('what a page says it needs', () => {
  test('is read by kind', () => {
    const value = {options: ['USE_BLAS'], commands: ['qemu-arm', 'g++'], python: ['graphviz'], debian: ['libpocl2 | pocl']};
    expect(readNeeds(value, OPTIONS)).toEqual({needs: value, faults: []});
    expect(readNeeds(undefined)).toEqual({needs: {}, faults: []});
  });

  test.each([
    [{option: ['USE_BLAS']}, 'option', '可用的键：options、commands、python、debian'],
    [{options: ['USE_BLASS']}, 'USE_BLASS', 'libinfo'],
    [{commands: 'qemu-arm'}, 'commands', '列表'],
    [{commands: ['qemu -L x']}, 'qemu -L x', '每项一个名称'],
    [{python: []}, 'python', '列表'],
    [['USE_BLAS'], 'requires', '例如'],
  ])('%j is wrong', (value, word, cure) => {
    const {faults} = readNeeds(value, OPTIONS);
    expect(faults).toMatchObject([{word}]);
    expect(faults[0]!.problem + faults[0]!.cure).toContain(cure);
  });

  test('has its line in the page', () => {
    const page = '---\ntitle: a\nrequires:\n  options: [A]\n  commands:\n    - b\nupstream: x\n---\n\nb\n';
    expect([lineOfNeed(page, 'options'), lineOfNeed(page, 'b'), lineOfNeed(page, 'zzz')]).toEqual([4, 6, 3]);
  });

  test('is refused by the runner where it is wrong', async () => {
    const page = {path: 'docs/a.md', version: LATEST.release, markdown: '---\ntitle: a\nrequires:\n  options: [USE_NOTHING]\n---\n'};
    await expect(readPageNeeds(process.cwd(), page)).rejects.toThrow(/^docs\/a\.md:4：.*USE_NOTHING\n {2}办法：/);
    const good = page.markdown.replace('USE_NOTHING', 'USE_BLAS');
    expect(await readPageNeeds(process.cwd(), {...page, markdown: good})).toEqual({options: ['USE_BLAS']});
  });
});

test.each([
  ['ON', true],
  ['openblas', true],
  ['/usr/bin/llvm-config', true],
  ['OFF', false],
  ['none', false],
  ['NOT-FOUND', false],
  ['', false],
])('an option that is %j', (value, on) => {
  expect(isOn(value)).toBe(on);
});

describe('what is missing', () => {
  const environment = {
    name: LATEST.release,
    interpreter: '/opt/python',
    packages: new Map([['graphviz', '0.20.3']]),
    options: new Map([
      ['USE_BLAS', 'none'],
      ['USE_CLML', 'ON'],
    ]),
  };
  const look: Look = {
    hasCommand: (name) => name === 'gcc',
    hasPackage: (name) => name === 'pocl',
  };

  test('is told with how to get it', () => {
    const needs = {
      options: ['USE_BLAS', 'USE_CLML', 'USE_UNREPORTED'],
      commands: ['gcc', 'qemu-arm', 'odd-tool'],
      python: ['Graphviz', 'paddle'],
      debian: ['libpocl2 | pocl', 'libx | liby'],
    };
    expect(formatMissing('docs/a.md', missingNeeds(needs, environment, look)).split('\n')).toEqual([
      '○ docs/a.md 未运行',
      '  没有构建选项 USE_BLAS。办法：apt-get install libopenblas-dev，再加 -DUSE_BLAS=openblas 重新构建 TVM',
      '  没有命令 qemu-arm。办法：apt-get install qemu-user',
      '  没有命令 odd-tool。办法：装上有 odd-tool 的软件包，放在 PATH 上',
      `  没有 Python 包 paddle。办法：/opt/python -m pip install -r examples/requirements-${LATEST.release}.txt`,
      '  没有 Debian 软件包 libx | liby。办法：apt-get install libx',
    ]);
  });

  test('is nothing on a system without packages of Debian', () => {
    const other: Look = {...look, hasPackage: () => undefined};
    expect(missingNeeds({debian: ['libx']}, environment, other)).toEqual([]);
  });
});

test('a set-up from scratch has everything once, in order', () => {
  const pages = [
    {page: {path: 'docs/a.md', environment: LATEST.release}, needs: {options: ['USE_BLAS'], commands: ['qemu-arm']}},
    {page: {path: 'docs/b.md', environment: `${LATEST.release}-none`}, needs: {options: ['USE_BLAS'], debian: ['libpocl2 | pocl']}},
  ];
  const text = formatSetUp(process.cwd(), LATEST.release, pages);
  const places = ['libopenblas-dev libpocl2 qemu-user', 'git clone', '-DUSE_BLAS=openblas', `requirements-${LATEST.release}.txt`, 'command -v qemu-arm'];
  expect(places.map((words) => text.indexOf(words)).every((at, i, all) => at > (all[i - 1] ?? -1))).toBe(true);
  expect(text).toMatch(/^# {3}USE_BLAS：docs\/a\.md、docs\/b\.md$/m);
  expect(text).toContain(`requirements-${LATEST.release}-none.txt   # 环境 ${LATEST.release}-none，1 页，没有这个文件`);
});

test('a set-up changes the source where a release needs it, between fetching and building', () => {
  const commands = formatSetUp(process.cwd(), '0.10.0', []).split('\n');
  const at = (words: string) => commands.findIndex((line) => line.includes(words));
  expect(at('git clone')).toBeLessThan(at('-Werror'));
  expect(at('-Werror')).toBeLessThan(at('cmake -S'));
  expect(at('ninja -C')).toBeLessThan(at('.pkl_memoize_py3'));
  expect(formatSetUp(process.cwd(), LATEST.release, [])).not.toContain('-Werror');
});

import {beforeAll, describe, expect, test} from 'vitest';
import {EnvironmentProblem, openEnvironment, variableName, type PythonEnvironment} from '../../tools/examples/environments';
import {readInventory} from '../../src/content/inventory';
import {formatProblem} from '../../tools/examples/problems';
import {runPage} from '../../tools/examples/run';
import {readExamplePages} from '../../tools/examples/pages';
import {detectIsolation, type Isolation} from '../../tools/examples/sandbox';
import {helpOf} from '../../tools/examples/tvmc';
import {pageText, plainPython, temporarySite, tvmPython} from './helpers';
import {LATEST, OLDER, OLDEST} from '../support/releases';
import {getVersion, VERSIONS} from '../../src/site/versions';

const release = VERSIONS.map((version) => version.release).find((version) => tvmPython(version));
if (!release) {
  console.warn('略过 tests/examples/tvm：这里没有装着 TVM 的解释器');
}
const python = plainPython();

async function refusal(name: string, version: string, interpreter: string): Promise<EnvironmentProblem> {
  const variables = {...process.env, [variableName(name)]: interpreter};
  return openEnvironment(process.cwd(), name, version, variables).then(
    () => Promise.reject(new Error('accepted')),
    (error: EnvironmentProblem) => error,
  );
}

describe('an environment is refused', () => {
  test('where its interpreter is missing', async () => {
    const error = await refusal(LATEST.release, LATEST.release, '/no/such/python');
    expect(error).toBeInstanceOf(EnvironmentProblem);
    expect(error.missing).toBe(true);
    expect(error.message).toContain('找不到 /no/such/python');
    expect(error.message).toContain('TVM_PYTHON_0_13_0');
  });

  test.skipIf(!python)('where it has no TVM', async () => {
    const error = await refusal(LATEST.release, LATEST.release, python!.interpreter);
    expect(error.missing).toBe(false);
    expect(error.message).toContain('不能 import tvm（ModuleNotFoundError');
    expect(error.message).toContain(`pip install -r examples/requirements-${LATEST.release}.txt`);
  });

  test.skipIf(!release)('where it has another TVM', async () => {
    const other = release === OLDEST.release ? OLDER.release : OLDEST.release;
    const error = await refusal(other, other, tvmPython(release!)!);
    expect(error.message).toContain(`需要 TVM ${other}，而`);
    expect(error.message).toContain(`的是 TVM ${release}`);
    expect(error.message).toContain(variableName(other));
  });
});

describe.skipIf(!release)('on the real TVM', () => {
  let environment: PythonEnvironment;
  let isolation: Isolation;

  beforeAll(async () => {
    environment = await openEnvironment(process.cwd(), release!, release!, process.env);
    isolation = await detectIsolation(environment.interpreter);
  });

  async function report(body: string): Promise<string[]> {
    const tree = getVersion(release!).directory;
    const [page] = readExamplePages(temporarySite({[`${tree}/page.md`]: pageText(body)})).pages;
    const outcome = await runPage(page, {
      environment,
      inventory: readInventory(process.cwd(), release!),
      help: helpOf(environment),
      isolation,
      limits: {timeoutSeconds: 120, memoryBytes: 4 * 2 ** 30},
      write: false,
      signal: new AbortController().signal,
      onEvent: () => undefined,
    });
    return outcome!.problems.map((problem) => formatProblem(problem).replace(/^.*page\.md:/, ''));
  }

  test('names, arguments and options that the release lacks are found without running', async () => {
    const problems = await report(
      [
        '```python norun="只检查名称"',
        'from tvm import relay',
        'from tvm.relay import transform as passes',
        '',
        'relay.build(None, target="llvm", no_such_argument=1)',
        'passes.FoldConstants()',
        'passes.FoldConstant()',
        '```',
        '',
        '```bash',
        'tvmc compile --target llvm \\',
        '  --no-such-option model.onnx',
        'tvmc tune --target llvm --output log.json model.onnx',
        '```',
      ].join('\n'),
    );
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/^9（第 1 段）：tvm\.relay\.build 没有参数 no_such_argument/);
    expect(problems[1]).toMatch(/^10（第 1 段）：TVM \S+ 没有 tvm\.relay\.transform\.FoldConstants/);
    expect(problems[2]).toMatch(/^15（第 2 段）：tvmc compile 没有选项 --no-such-option/);
  });

  test('a name that was renamed fails where it is used', async () => {
    const problems = await report('```python\nimport tvm\n\ntvm.compile\n```');
    expect(problems.map((p) => p.split('\n')[0])).toEqual([
      "8（第 1 段）：运行时出错：AttributeError: module 'tvm' has no attribute 'compile'",
    ]);
  });

  test('a segfault inside TVM is reported with the line of the page', async () => {
    const body = [
      '```python',
      'import ctypes',
      '',
      'import tvm',
      'from tvm import te',
      '',
      'x = te.placeholder((4,), name="x")',
      'y = te.compute((4,), lambda i: x[i] + 1, name="y")',
      'double = tvm.build(te.create_schedule(y.op), [x, y], "llvm")',
      'bad = ctypes.c_void_p(8)',
      'double(bad, bad)',
      '```',
    ].join('\n');
    const problems = await report(body);
    expect(problems[0].split('\n')[0]).toBe('15（第 1 段）：解释器崩溃（SIGSEGV）');
  });

  test('tvmc of this release is on the path of a shell fence', async () => {
    const problems = await report('```bash run\ntvmc --version\n```\n\n```text output\n' + release + '\n```');
    expect(problems).toEqual([]);
  });
});

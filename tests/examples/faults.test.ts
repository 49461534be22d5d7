import {existsSync, readFileSync, rmSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from 'vitest';
import {formatProblem} from '../../tools/examples/problems';
import {readRecords} from '../../src/content/exampleRecords';
import {pageText, plainPython, processArguments, runSite, temporarySite, type RunSettings} from './helpers';
import {LATEST} from '../support/releases';

const python = plainPython();
if (!python) {
  console.warn('略过 tests/examples/faults：这里没有 python3');
}

const GOOD = pageText('```python\nprint(1 + 1)\n```\n\n```text output\n2\n```');

/** Runs a page with a fault, and returns the report on it. */
async function runFault(body: string, settings?: RunSettings): Promise<string> {
  const root = temporarySite({'docs/fault.md': pageText(body)});
  const {outcomes, failed} = await runSite(root, python!, settings);
  expect(failed).toBe(false);
  const record = readRecords(root, LATEST.release).pages['docs/fault.md'];
  expect(record.fences.some((f) => f.result === 'failed')).toBe(true);
  return outcomes.flatMap((o) => o.problems.map(formatProblem)).join('\n');
}

describe.skipIf(!python)('the other pages still run', () => {
  test.each([
    ['that crashes', '```python\nimport ctypes\n\nctypes.string_at(8)\n```'],
    ['that never ends', '```python\nwhile True:\n    pass\n```'],
  ])('beside one %s', async (_, fault) => {
    const root = temporarySite({'docs/a.md': GOOD, 'docs/fault.md': pageText(fault), 'docs/z.md': GOOD});
    const {outcomes} = await runSite(root, python!, {timeoutSeconds: 5});
    expect(outcomes.map((o) => [o.page.path, o.problems.length])).toEqual([
      ['docs/a.md', 0],
      ['docs/fault.md', 1],
      ['docs/z.md', 0],
    ]);
  });

  test('after the fence that failed, none of the page', async () => {
    const body = '```python\n1 / 0\n```\n\n```python\nprint("not reached")\n```';
    const root = temporarySite({'docs/fault.md': pageText(body)});
    await runSite(root, python!);
    const {fences} = readRecords(root, LATEST.release).pages['docs/fault.md'];
    expect(fences.map((f) => f.result)).toEqual(['failed', 'skipped']);
  });
});

describe.skipIf(!python)(
  'a fault is reported with page, line and cure, when a page',
  () => {
    test('raises', async () => {
      const report = await runFault(
        '```python\nvalue = 0\n\n\ndef divide():\n    return 1 / value\n\n\ndivide()\n```',
      );
      expect(report).toContain(
        'docs/fault.md:10（第 1 段）：运行时出错：ZeroDivisionError: division by zero',
      );
      expect(report).toContain('办法：修正代码');
      expect(report).toContain('divide()');
    });

    test('has a syntax error', async () => {
      const report = await runFault('正文\n\n```python\nx = 1\nif x\n```');
      expect(report).toContain('docs/fault.md:9（第 1 段）：语法错误');
    });

    test('loops for ever', async () => {
      const report = await runFault('```python\nn = 0\nwhile True:\n    n += 1\n```', {timeoutSeconds: 1});
      expect(report).toMatch(/docs\/fault\.md:[789]（第 1 段）：超过时限 1 秒/);
      expect(report).toContain('--timeout');
    });

    test('eats memory', async () => {
      const body =
        '```python\nimport time\n\nblocks = []\nwhile True:\n    blocks.append(b"x" * (64 << 20))\n    time.sleep(0.01)\n```';
      const report = await runFault(body, {memoryGiB: 0.5});
      expect(report).toMatch(/docs\/fault\.md:(9|10|11)（第 1 段）：用了 \S+ GiB 内存，超过限制/);
    });

    test('a child process eats memory', async () => {
      const child = 'b = []\\nwhile True: b.append(b"x" * (64 << 20))';
      const body = `\`\`\`python\nimport subprocess\nimport sys\n\nsubprocess.run([sys.executable, "-c", '${child}'])\n\`\`\``;
      const report = await runFault(body, {memoryGiB: 0.5});
      expect(report).toMatch(/docs\/fault\.md:9（第 1 段）：用了 \S+ GiB 内存，超过限制/);
    });

    test('writes outside its directory', async () => {
      const target = path.join(process.cwd(), 'written-by-an-example');
      const report = await runFault(
        `\`\`\`python\nprint("text")\nopen(${JSON.stringify(target)}, "w")\n\`\`\``,
      );
      expect(existsSync(target)).toBe(false);
      expect(report).toContain('docs/fault.md:7（第 1 段）：写到了工作目录以外');
      expect(report).toContain(target);
    });

    test('a shell fence writes outside its directory', async () => {
      const target = path.join(process.cwd(), 'written-by-an-example');
      const report = await runFault(`\`\`\`bash run\ntouch inside\necho text > ${target}\n\`\`\``);
      rmSync(target, {force: true});
      expect(report).toContain('docs/fault.md:7（第 1 段）：写到了工作目录以外');
    });

    test('prints binary', async () => {
      const report = await runFault(
        '```python\nimport sys\n\nsys.stdout.buffer.write(b"\\x7fELF\\xff")\n```',
      );
      expect(report).toContain('docs/fault.md:5（第 1 段）：打印了不是文本的内容');
      expect(report).toContain('办法：不要直接打印二进制内容');
    });

    test('prints a NUL', async () => {
      const report = await runFault('```python\nprint("a\\0b")\n```');
      expect(report).toContain('偏移 1 处是字节 0x00');
    });

    test('prints without end', async () => {
      const report = await runFault('```python\nwhile True:\n    print("x" * 100000)\n```');
      expect(report).toMatch(/docs\/fault\.md:[67]（第 1 段）：打印了超过/);
    });

    test('crashes the interpreter', async () => {
      const report = await runFault(
        '```python\nimport ctypes\n\n\ndef crash():\n    ctypes.string_at(8)\n\n\ncrash()\n```',
      );
      expect(report).toContain('docs/fault.md:10（第 1 段）：解释器崩溃（SIGSEGV）');
    });

    test('ends the interpreter', async () => {
      const report = await runFault('```python\nimport os\n\nos._exit(3)\n```');
      expect(report).toContain('第 1 段）：解释器提前退出（退出码 3）');
    });

    test('calls sys.exit', async () => {
      const report = await runFault('```python\nimport sys\n\nsys.exit(0)\n```');
      expect(report).toContain('docs/fault.md:8（第 1 段）：运行时出错：SystemExit');
    });

    test('needs the network', async () => {
      const body =
        '```python\nimport urllib.request\n\nurllib.request.urlopen("http://192.0.2.1/", timeout=5)\n```';
      const report = await runFault(body);
      expect(report).toContain('docs/fault.md:8（第 1 段）：用了网络');
    });

    test('asks for a package that is not installed', async () => {
      const report = await runFault('```python\nimport no_such_framework\n```');
      expect(report).toContain('docs/fault.md:6（第 1 段）：没有 Python 包 no_such_framework');
      expect(report).toContain('examples/requirements-');
    });

    test('prints something else than the page shows', async () => {
      const report = await runFault(
        '```python\nfor i in range(3):\n    print(i)\n```\n\n```text output\n0\n1\n3\n```',
      );
      expect(report).toContain('docs/fault.md:13（第 1 段）：输出与运行结果不同');
      expect(report).toMatch(/- 3\n\s+\+ 2/);
      expect(report).toContain('--write');
    });

    test('prints, and shows nothing', async () => {
      const report = await runFault('```python\nprint(1)\n```\n\n正文隔开\n\n```text output\n1\n```');
      expect(report).toContain('docs/fault.md:5（第 1 段）：打印了内容，下方却没有输出块');
      expect(report).toContain('docs/fault.md:11：输出块上方没有运行的代码块');
    });

    test('leaves out the reason of a fence that is not run', async () => {
      const report = await runFault('```python norun\nx = 1\n```');
      expect(report).toContain('docs/fault.md:5（第 1 段）：norun 没有写原因');
    });

    test('has shell commands that do not parse', async () => {
      const report = await runFault('```bash\necho one\nif true; do\n```');
      expect(report).toContain('docs/fault.md:7（第 1 段）：bash -n');
    });
  },
);

describe.skipIf(!python)('where the system grants no namespaces, Python itself refuses', () => {
  const guard = {isolation: 'guard'} as const;

  test('writing outside the directory', async () => {
    const target = path.join(process.cwd(), 'written-by-an-example');
    const report = await runFault(`\`\`\`python\nimport os\n\nos.mkdir(${JSON.stringify(target)})\n\`\`\``, guard);
    expect(existsSync(target)).toBe(false);
    expect(report).toContain('docs/fault.md:8（第 1 段）：写到了工作目录以外');
  });

  test('the network', async () => {
    const body = '```python\nimport socket\n\nsocket.create_connection(("192.0.2.1", 80), timeout=5)\n```';
    expect(await runFault(body, guard)).toContain('docs/fault.md:8（第 1 段）：用了网络');
  });

  test('names beyond this machine', async () => {
    const body = '```python\nimport urllib.request\n\nurllib.request.urlopen("http://example.com/")\n```';
    expect(await runFault(body, guard)).toContain('docs/fault.md:8（第 1 段）：用了网络');
  });

  test('nothing else: loopback, its directory and temporary files are free', async () => {
    const body = [
      '```python',
      'import socket',
      'import tempfile',
      '',
      'open("file", "w").write("text")',
      'tempfile.mkdtemp()',
      'server = socket.create_server(("127.0.0.1", 0))',
      'socket.create_connection(("localhost", server.getsockname()[1]))',
      '```',
    ].join('\n');
    const {outcomes} = await runSite(temporarySite({'docs/a.md': pageText(body)}), python!, guard);
    expect(outcomes[0].problems).toEqual([]);
  });

  test('and the limits hold, for processes that were let go too', async () => {
    const marker = `examples-guard-${process.pid}`;
    const orphan = `["sh", "-c", "(sleep 60; : ${marker}) &"], start_new_session=True`;
    const code = `import subprocess\n\nsubprocess.Popen(${orphan}).wait()\nwhile True:\n    pass`;
    const report = await runFault(`\`\`\`python\n${code}\n\`\`\``, {...guard, timeoutSeconds: 2});
    expect(report).toMatch(/docs\/fault\.md:(9|10)（第 1 段）：超过时限 2 秒/);
    expect(processArguments()).not.toContain(marker);
  });
});

describe.skipIf(!python)('a page', () => {
  test('leaves no process behind', async () => {
    const marker = `examples-test-${process.pid}`;
    const body = `\`\`\`python\nimport subprocess\n\nsubprocess.Popen(["sh", "-c", "sleep 60 # ${marker}"], start_new_session=True)\n\`\`\``;
    const root = temporarySite({'docs/a.md': pageText(body)});
    const {outcomes} = await runSite(root, python!);
    expect(outcomes[0].problems).toEqual([]);
    expect(processArguments()).not.toContain(`# ${marker}`);
  });

  test('starts in an empty directory, may write there, and reaches its own servers', async () => {
    const body = [
      '```python',
      'import os',
      'import socket',
      'import tempfile',
      '',
      'print(os.listdir())',
      'open("file", "w").write("text")',
      'print(len(tempfile.mkdtemp()) > 0)',
      'server = socket.create_server(("127.0.0.1", 0))',
      'print(socket.create_connection(server.getsockname()).getpeername()[0])',
      '```',
      '',
      '```text output',
      '[]',
      'True',
      '127.0.0.1',
      '```',
    ].join('\n');
    const {outcomes} = await runSite(temporarySite({'docs/a.md': pageText(body)}), python!);
    expect(outcomes[0].problems).toEqual([]);
  });

  test('has a place for temporary files of its own', async () => {
    const body = [
      '```python',
      'import os',
      'import tempfile',
      '',
      'file = tempfile.NamedTemporaryFile(delete=False)',
      'print(os.path.dirname(file.name) == tempfile.gettempdir())',
      'print(os.path.dirname(os.getcwd()) == tempfile.gettempdir())',
      '```',
      '',
      '```text output',
      'True',
      'True',
      '```',
    ].join('\n');
    const {outcomes} = await runSite(temporarySite({'docs/a.md': pageText(body)}), python!);
    expect(outcomes[0].problems).toEqual([]);
  });

  test('gives inspect its source, and keeps names from fence to fence', async () => {
    const body = [
      '```python',
      'from __future__ import annotations',
      '',
      'import inspect',
      '',
      '',
      'def one(x: NotDefined):',
      '    return 1',
      '```',
      '',
      '```python',
      'print(inspect.getsource(one), end="")',
      'print(one.__code__.co_firstlineno, one.__module__)',
      'def two(x: NotDefined): pass',
      '```',
      '',
      '```text output',
      'def one(x: NotDefined):',
      '    return 1',
      '11 __main__',
      '```',
    ].join('\n');
    const {outcomes} = await runSite(temporarySite({'docs/a.md': pageText(body)}), python!);
    expect(outcomes[0].problems).toEqual([]);
  });

  test('shows what C and child processes print, in order', async () => {
    const body = [
      '```python',
      'import ctypes',
      'import subprocess',
      '',
      'print("python")',
      'subprocess.run(["echo", "child"])',
      'ctypes.CDLL(None).puts(b"c")',
      '```',
      '',
      '```text output',
      'python',
      'child',
      'c',
      '```',
    ].join('\n');
    const {outcomes} = await runSite(temporarySite({'docs/a.md': pageText(body)}), python!);
    expect(outcomes[0].problems).toEqual([]);
  });

  test('gets its real outputs with --write, and passes from then on', async () => {
    const body =
      '- 列表\n\n  ```python\n  print("```")\n  print("second")\n  ```\n\n  ```text output\n  old\n  ```\n\n正文';
    const root = temporarySite({'docs/a.md': pageText(body)});
    const first = await runSite(root, python!, {write: true});
    expect(first.outcomes[0].problems).toEqual([]);
    expect(readFileSync(path.join(root, 'docs/a.md'), 'utf8')).toContain(
      '  ````text output\n  ```\n  second\n  ````\n\n正文\n',
    );
    const second = await runSite(root, python!);
    expect(second.outcomes[0].problems).toEqual([]);
    expect(second.outcomes[0].record.hash).toBe(first.outcomes[0].record.hash);
  });

  test('that was interrupted gets no record, and the finished ones keep theirs', async () => {
    const endless = pageText('```python\nimport time\n\ntime.sleep(600)\n```');
    const root = temporarySite({'docs/a.md': GOOD, 'docs/endless.md': endless});
    const controller = new AbortController();
    const running = runSite(root, python!, {signal: controller.signal});
    while (!readRecords(root, LATEST.release).pages['docs/a.md']) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    controller.abort();
    const {outcomes} = await running;
    expect(outcomes.map((o) => o.page.path)).toEqual(['docs/a.md']);
    expect(Object.keys(readRecords(root, LATEST.release).pages)).toEqual(['docs/a.md']);
  });
});

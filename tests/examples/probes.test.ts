import {describe, expect, it} from 'vitest';
import {detectIsolation} from '../../tools/examples/sandbox';
import {type ProbeOutcome, runProbes} from '../../tools/probes/run';
import {LATEST, OLDER} from '../support/releases';
import {plainPython, temporarySite} from './helpers';

const python = plainPython();
const FILE = 'examples/probes/te.py';

const PROBES = `
import os
from probes import proves, raises, unproved

@proves("tvm.te.a", "得到 1")
def _(tvm):
    assert tvm.ONE == 1

@proves("tvm.te.a", "得到 2", "从不")
def wrong(tvm):
    assert tvm.ONE == 2, "it is one"

@proves("tvm.te.b", "新", versions=("${LATEST.release}",))
@proves("tvm.te.b", "旧", versions=("${OLDER.release}",))
def _(tvm, release):
    assert release == "${LATEST.release}"

@proves("tvm.te.b", "崩溃")
def _(tvm):
    os.abort()

@proves("tvm.te.b", "报错")
def _(tvm):
    with raises(ValueError, "no"):
        raise KeyError("no")

@proves("tvm.te.b", "也崩溃", dies="SIGABRT")
def _(tvm):
    os.abort()

@proves("tvm.te.b", "不崩溃", dies="SIGSEGV")
def _(tvm):
    pass

@proves("tvm.te.gone", "没有")
def _(tvm):
    pass

unproved("tvm.te.b", "在 GPU 上", reason="要有 CUDA")
`;

async function runFile(text: string): Promise<ProbeOutcome> {
  const root = temporarySite({[FILE]: text, 'lib/tvm.py': 'ONE = 1\n'});
  const before = process.env.PYTHONPATH;
  process.env.PYTHONPATH = `${root}/lib`;
  try {
    const isolation = await detectIsolation(python!.interpreter);
    const signal = new AbortController().signal;
    return await runProbes(root, FILE, LATEST.release, ['tvm.te.a', 'tvm.te.b'], python!, isolation, signal);
  } finally {
    process.env.PYTHONPATH = before;
    if (before === undefined) {
      delete process.env.PYTHONPATH;
    }
  }
}

describe.runIf(python)('a file of probes', () => {
  it('runs each probe of what the release has, and one that aborts takes down only itself', async () => {
    const {run, names} = await runFile(PROBES);
    expect(names).toEqual(['tvm.te.a', 'tvm.te.b', 'tvm.te.gone']);
    expect(run.complete).toBe(false);
    expect(run.probes.map(({name, quotes, result, reason}) => [name, quotes.join('、'), result, reason])).toEqual([
      ['tvm.te.a', '得到 1', 'ok', undefined],
      ['tvm.te.a', '得到 2、从不', 'failed', 'line 11: AssertionError: it is one'],
      ['tvm.te.b', '新', 'ok', undefined],
      ['tvm.te.b', '崩溃', 'failed', 'the process ended with SIGABRT'],
      ['tvm.te.b', '报错', 'failed', expect.stringMatching(/^line 2[45]: AssertionError: raised KeyError: 'no'$/)],
      ['tvm.te.b', '也崩溃', 'ok', undefined],
      ['tvm.te.b', '不崩溃', 'failed', 'the process lived; expected SIGSEGV'],
      ['tvm.te.b', '在 GPU 上', 'unproved', '要有 CUDA'],
    ]);
    expect(run.probes[1]!.line).toBe(9);
  });

  it('that Python cannot read is named, with what it says', async () => {
    await expect(runFile('COMPLETE = True\ndef (')).rejects.toThrow(/examples\/probes\/te\.py：没有跑完。SyntaxError/);
  });
});

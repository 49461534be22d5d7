import {describe, expect, it} from 'vitest';
import {cleanQuery, messageOf} from '@site/src/search/cleanQuery';
import {MAX_QUERY_LENGTH} from '@site/src/site/searchTypes';

describe('messageOf', () => {
  it.each([
    ['File "/tvm/src/target/codegen.cc", line 67 TVMError: target.build.cuda is not enabled'],
    ['[10:21:33] /tvm/src/target/codegen.cc:67: target.build.cuda is not enabled'],
    ['TVMError: target.build.cuda is not enabled'],
    ['target.build.cuda is not enabled'],
  ])('of %s is the message', (line) => {
    expect(messageOf(line)).toBe('target.build.cuda is not enabled');
  });

  it('leaves other queries alone', () => {
    for (const query of ['relay.build', 'InternalError', 'codegen.cc', '算子 融合', 'TVMError:']) {
      expect(messageOf(query)).toBe(query);
    }
  });
});

const TRACEBACK = `Traceback (most recent call last):
  File "/work/demo.py", line 12, in <module>
    lib = relay.build(mod, target="cuda")
  File "/tvm/python/tvm/relay/build_module.py", line 364, in build
    graph_json, runtime_mod, params = bld_mod.build(
tvm._ffi.base.TVMError: Traceback (most recent call last):
  3: TVMFuncCall
  2: tvm::relay::backend::RelayBuildModule::Build
  File "/tvm/src/target/codegen.cc", line 67
TVMError:
---------------------------------------------------------------
An error occurred during the execution of TVM.
For more information, please see: https://tvm.apache.org/docs/errors.html
---------------------------------------------------------------
  Check failed: (bf != nullptr) is false: target.build.cuda is not enabled
`;

describe('cleanQuery', () => {
  it('finds the message in a whole traceback', () => {
    expect(cleanQuery(TRACEBACK)).toBe('(bf != nullptr) is false: target.build.cuda is not enabled');
    expect(cleanQuery(TRACEBACK.replace('  Check', 'Done\n\nTVMError: Check'))).toMatch(/^\(bf != nullptr\)/);
  });

  it.each([
    ['>>> tvm.relay.build(mod)', 'tvm.relay.build(mod)'],
    ['$ tvmc compile model.onnx', 'tvmc compile model.onnx'],
    ['In [3]: import tvm', 'import tvm'],
    ['[12:34:56] /tvm/src/runtime/module.cc:70: Cannot find module', 'Cannot find module'],
    [
      '2023-07-01 12:34:56,789 WARNING: One or more operators have not been tuned',
      'One or more operators have not been tuned',
    ],
    ['算子融合', '算子融合'],
    ['  relay.build  ', 'relay.build'],
    ['C# 调用', 'C# 调用'],
    ['', ''],
    [' \n ', ''],
  ])('takes from %j what is asked for', (text, asked) => {
    expect(cleanQuery(text)).toBe(asked);
  });

  it('keeps long texts, and cuts only very long ones', () => {
    expect(MAX_QUERY_LENGTH).toBeGreaterThanOrEqual(500);
    expect(cleanQuery('字'.repeat(499))).toHaveLength(499);
    expect([...cleanQuery('🎉'.repeat(900))]).toHaveLength(MAX_QUERY_LENGTH);
  });
});

import {describe, expect, it} from 'vitest';
import {parseFences, codeFences} from '@site/src/site/fences';
import type {Inventory} from '@site/src/content/inventory';
import {missingNames, syntaxProblems} from '../../../tools/examples/unrun';
import {LATEST} from '../../support/releases';

const inventory: Inventory = {
  tvm: {relay: {kind: 'module', home: 'tvm.relay'}, cpu: {kind: 'function', sig: '()'}},
  'tvm.relay': {build: {kind: 'function', sig: '(mod)', home: 'tvm.relay.build'}},
};
const page = (code: string, meta = 'norun="没有板子"') => {
  const fences = parseFences(`文字。\n\n\`\`\`python ${meta}\n${code}\n\`\`\`\n`);
  return {path: 'docs/a.md', version: LATEST.release, code: codeFences(fences)};
};

describe('code that has not been run', () => {
  it('names what the release lacks, with its line', () => {
    const found = missingNames(page('import tvm\nfrom tvm import relay as r\nr.bild(tvm.cpu())'), inventory);
    expect(found.map(({line, message}) => [line, message])).toEqual([[6, `TVM ${LATEST.release} 没有 tvm.relay.bild`]]);
  });
  it('takes texts, comments, members of values and other packages for no names', () => {
    const code = 'import tvm, numpy\nx = "tvm.none"  # tvm.none\nlib = tvm.relay.build(x)\nlib.none.x\nnumpy.none';
    expect(missingNames(page(code), inventory)).toEqual([]);
  });
  it('has its syntax read', () => {
    expect(syntaxProblems([page('x = 1')])).toEqual([]);
    expect(syntaxProblems([page('x = 1\ndef f(:\n')])).toMatchObject([{kind: 'syntax', line: 5, fence: 1}]);
  });
});

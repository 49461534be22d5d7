import {describe, expect, it} from 'vitest';
import {nameFaults} from '@site/src/content/checks/names';
import {codeHash} from '@site/src/content/codeHash';
import {formatPageRecords, pageRecordFile} from '@site/src/content/exampleRecords';
import {Page} from '@site/src/content/pages';
import type {PageRecord} from '@site/src/site/examples';
import {LATEST, OLDER} from '../../support/releases';
import {siteFolder} from '../../support/siteFolder';

const build = {kind: 'function', sig: '(mod)'};
const INVENTORIES = {
  [`data/api/${LATEST.release}.json`]: JSON.stringify({
    tvm: {relay: {kind: 'module'}, cpu: {kind: 'function', sig: '()'}},
    'tvm.relay': {build, parse: build, vision: {kind: 'module'}},
    'tvm.relay.vision': {},
  }),
  [`data/api/${OLDER.release}.json`]: JSON.stringify({tvm: {relay: {kind: 'module'}}, 'tvm.relay': {build}}),
};
const fence = (code: string, meta = '') => `文字。\n\n\`\`\`python ${meta}\n${code}\n\`\`\`\n`;
const NEVER = 'norun="没有板子"';

function found(text: string, {file = 'docs/a.md', files = {}} = {}) {
  const root = siteFolder({...INVENTORIES, ...files});
  return nameFaults(root, new Page(file, text));
}

describe('A name that the release lacks', () => {
  it.each([
    ['an import', fence('import tvm\nfrom tvm import relax'), 5, 'tvm.relax', '改成 tvm.relay；'],
    ['an import of a module', fence('import tvm.relax'), 4, 'tvm.relax', '改成 tvm.relay；'],
    [
      'a call that is never run',
      fence('from tvm import relay as r\nr.bild(x)', NEVER),
      5,
      'tvm.relay.bild',
      'build',
    ],
    ['inline code', '用 `tvm.relay.pasre` 读。', 1, 'tvm.relay.pasre', '改成 tvm.relay.parse；'],
    [
      'a sentence beside one that says so',
      '没有它。用 `tvm.relay.pasre()` 读。',
      1,
      'tvm.relay.pasre',
      'parse',
    ],
  ])('is a fault with line and the nearest: %s', (_, text, line, name, cure) => {
    expect(found(text)).toMatchObject([
      {line, problem: `TVM ${LATEST.release} 没有 ${name}`, cure: expect.stringContaining(cure)},
    ]);
  });

  it('is told with the release that has it', () => {
    const [fault] = found('用 `tvm.relay.parse` 读。', {file: `${OLDER.directory}/a.md`});
    expect(fault!.problem).toBe(`TVM ${OLDER.release} 没有 tvm.relay.parse，${LATEST.release} 才有`);
  });

  it.each([
    [
      'texts, comments, members of values, other packages',
      fence('import tvm, numpy\nx = "tvm.no"  # tvm.no\ny = tvm.cpu()\ny.no.x\nnumpy.no', NEVER),
    ],
    ['the sentence says so', `\`tvm.relax\` 在 ${LATEST.release} 里还没有。`],
    ['it is a function of the registry', '全局函数 `tvm.runtime.NumThreads` 给出线程数。'],
    ['the row is of another release', '## 差别\n\n|  | 0.27.0 |\n| --- | --- |\n| 层 | `tvm.relax` |'],
    ['it is a file', '复制 `tvm.dll` 和 `vta.bit`。'],
    [
      'the page calls it itself',
      `${fence('f = tvm.get_global_func("tvm.sort.argsort")')}\n\`tvm.sort.argsort\` 排序。`,
    ],
    ['it is private or a member of a value', '`tvm.relay._make.dense` 和 `tvm.cpu.x`'],
    ['code of another kind', '`tvm.relax + 1`'],
  ])('is none where %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  it('is none in code that ran as it stands', () => {
    const text = fence('from tvm.relay import made_at_import');
    const record = {hash: codeHash(text), fences: []} as unknown as PageRecord;
    const records = {[pageRecordFile(LATEST.release, 'docs/a.md')]: formatPageRecords({'docs/a.md': record})};
    expect(found(text, {files: records})).toEqual([]);
    expect(found(text.replace('made', 'kept'), {files: records})).toHaveLength(1);
  });
});

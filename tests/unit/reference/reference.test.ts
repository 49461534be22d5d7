import {describe, expect, it} from 'vitest';
import type {Inventory} from '@site/src/content/inventory';
import {bareDescription, pageKey, parseEntries, signatureOf, summaryOf} from '@site/src/content/reference';
import {referenceFaults, summaryFaults} from '../../../tools/reference/faults';

const inventory: Inventory = {
  tvm: {relay: {kind: 'module', home: 'tvm.relay'}, nd: {kind: 'module', home: 'tvm.runtime.ndarray'}},
  'tvm.relay': {
    exp: {kind: 'function', sig: '(data)', home: 'tvm.relay.op.tensor.exp'},
    log: {kind: 'function', sig: '(data)', home: 'tvm.relay.op.tensor.log'},
    Pass: {kind: 'class', sig: '()', home: 'tvm.relay.pass.Pass', members: {run: '(mod)', info: 'value'}},
  },
  'tvm.runtime.ndarray': {cpu: {kind: 'function', sig: '(dev_id=0)', home: 'tvm.runtime.ndarray.cpu'}},
};
const names = {relay: {'tvm.relay.exp': '', 'tvm.relay.log': '', 'tvm.relay.Pass': ''}};

function entry(name: string, body: string, signature = signatureOf(inventory, name)): string {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return `### ${last} {/* #${name} */}\n\n\`\`\`python signature\n${signature}\n\`\`\`\n\n${body}\n`;
}

function problems(markdown: string): string[] {
  const page = {key: 'relay', files: [{file: 'docs/relay.md', entries: parseEntries(markdown)}]};
  return referenceFaults([page], names, inventory).map(({line, problem}) =>
    `${line ?? ''} ${problem}`.trim(),
  );
}

const MEMBERS = '| 成员 | 含义 |\n| --- | --- |\n| `run(mod)` | 执行一次 |\n| `info` | 级别和名称 |';
const WHOLE = [
  entry('tvm.relay.exp', '每个元素的自然指数。'),
  entry('tvm.relay.log', '每个元素的自然对数，负数得到 NaN。'),
  entry('tvm.relay.Pass', `改写模块的一步。\n\n${MEMBERS}`),
].join('\n');

describe('pageKey', () => {
  const keys = {'relay/index': {}, 'relay/nn': {}, topi: {}};
  it('finds what a page covers, also where a page of the inventory is cut', () => {
    expect(pageKey('relay/nn.md', keys)).toBe('relay/nn');
    expect(pageKey('relay/index.md', keys)).toBe('relay/index');
    expect(pageKey('relay/math.md', keys)).toBe('relay/index');
    expect(pageKey('topi/index.md', keys)).toBe('topi');
    expect(pageKey('topi/nn.md', keys)).toBe('topi');
  });
  it('has none for the index of the reference and for pages that the inventory lacks', () => {
    expect(pageKey('index.md', keys)).toBeUndefined();
    expect(pageKey('other.md', keys)).toBeUndefined();
  });
});

describe('parseEntries', () => {
  it('reads name, signature, description and members of each entry', () => {
    const [exp, , pass] = parseEntries(`# 标题\n\n## 数学\n\n${WHOLE}`);
    expect(exp).toMatchObject({name: 'tvm.relay.exp', signature: 'tvm.relay.exp(data)', line: 5});
    expect(exp!.description).toBe('每个元素的自然指数。');
    expect(pass!.members).toMatchObject({
      run: {signature: '(mod)', meaning: '执行一次'},
      info: {signature: ''},
    });
  });
  it('leaves out headings without a name and what stands in fences', () => {
    const text = `${entry('tvm.relay.exp', '说明。')}\n\`\`\`text\n### 不是 {/* #tvm.x */}\n\`\`\`\n### 别的 {/* #other */}\n正文\n`;
    expect(parseEntries(text).map(({name, description}) => [name, description])).toEqual([
      ['tvm.relay.exp', '说明。'],
    ]);
  });
});

describe('descriptions', () => {
  const [one] = parseEntries(entry('tvm.relay.exp', '返回 `x` 的 [指数](./a.md)；溢出得到 inf。'));
  it('gives what is left without names', () => expect(bareDescription(one!)).toBe('返回的指数溢出得到'));
  it('takes the first sentence for the index', () =>
    expect(summaryOf(one!)).toBe('返回 `x` 的 [指数](./a.md)'));
});

describe('referenceFaults', () => {
  it('accepts a page that has every name', () => expect(problems(WHOLE)).toEqual([]));
  it('tells names that are missing, extra or written twice', () => {
    const exp = entry('tvm.relay.exp', '每个元素的自然指数。');
    const extra = entry('tvm.relay.other', '别的东西，不在清单里。');
    expect(problems(`${exp}\n${exp}\n${extra}`)).toEqual([
      '9 tvm.relay.exp 写了两次',
      '17 这一页不该有 tvm.relay.other',
      '没有 tvm.relay.log',
      '没有 tvm.relay.Pass',
      expect.stringMatching(/除名称外相同/),
    ]);
  });
  it('tells a signature that differs or is missing', () => {
    const wrong = WHOLE.replace('tvm.relay.exp(data)', 'tvm.relay.exp(x)');
    expect(problems(wrong)).toEqual(['3 tvm.relay.exp 的签名与清单不同']);
    expect(problems(WHOLE.replace('python signature', 'python'))).toEqual(['1 tvm.relay.exp 没有签名']);
  });
  it('tells an empty description, and one made from a template', () => {
    expect(problems(WHOLE.replace('每个元素的自然指数。', '见 `exp`。'))).toEqual([
      '1 tvm.relay.exp 没有说明',
    ]);
    const same = WHOLE.replace('每个元素的自然对数，负数得到 NaN。', '每个元素的自然指数（`log`）。');
    expect(problems(same)).toEqual(['9 tvm.relay.log 与 tvm.relay.exp（docs/relay.md:1）的说明除名称外相同']);
  });
  it('tells members that are missing, different or without a word', () => {
    expect(problems(WHOLE.replace('| `info` | 级别和名称 |', ''))).toEqual([
      '17 tvm.relay.Pass 的成员 info 不在表里',
    ]);
    expect(problems(WHOLE.replace('`run(mod)`', '`run()`'))).toEqual(['27 成员 run 的参数表与清单不同']);
    expect(problems(WHOLE.replace('执行一次', ''))).toEqual(['27 成员 run 没有说明']);
  });
});

describe('summaryFaults', () => {
  it('tells a first sentence that is too long for the index', () => {
    const entries = parseEntries(entry('tvm.relay.exp', `${'长'.repeat(91)}。`));
    const pages = [{key: 'relay', files: [{file: 'docs/relay.md', entries}]}];
    expect(summaryFaults(pages, summaryOf)).toHaveLength(1);
    expect(summaryFaults(pages, () => '短')).toEqual([]);
  });
});

import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {checkText} from '../../../tools/terms/check';
import {readProse} from '../../../tools/terms/prose';
import {findVariants, readTerms} from '../../../tools/terms/terms';

const terms = readTerms(path.resolve(__dirname, '../../..'));
const variants = terms.flatMap((entry) => entry.variants);

describe('the list of terms', () => {
  it('has at least sixty variants, each once', () => {
    expect(variants.length).toBeGreaterThanOrEqual(60);
    expect(variants.filter((variant, i) => variants.indexOf(variant) !== i)).toEqual([]);
  });

  it.each(terms.map((entry) => [entry.use, entry] as const))('%s is itself right', (use, entry) => {
    expect(entry.term).not.toBe('');
    expect(entry.variants).not.toContain(use);
    expect(findVariants(use, terms)).toEqual([]);
  });

  it('is needed in full: what is allowed holds a variant of its entry', () => {
    for (const {allow = [], variants: own} of terms) {
      for (const word of allow) {
        expect(own.some((variant) => word.includes(variant))).toBe(true);
      }
    }
  });

  it.each(variants)('finds %s in a sentence', (variant) => {
    expect(findVariants(`这里写了${variant}，不对。`, terms).map((hit) => hit.variant)).toContain(variant);
  });
});

describe('correct prose', () => {
  it.each([
    'C++ 的运算符重载与 Relay 的算子无关。',
    '为了安排程序的执行，调度把运算子图划分成块。',
    '部分派生类改变数据的布局，索引数组不变。',
    '大规模组合优化需要很长时间，运行期间不要关机。',
    '编码流程中，数据集被分成批次。',
    '了解卷积之后，再看分组卷积和逐通道卷积。',
    '把 NumPy 降级到 1.24，再导入模型；从模型推断形状。',
    '深度卷积神经网络由卷积和池化组成。',
    '方程式、微操作系统、类型别名和服务机制。',
    '并行循环改为串行化执行，几个张量共用内存。',
    '渗透过程、加权值、尽快取得结果。',
  ])('%s', (text) => {
    expect(findVariants(text, terms)).toEqual([]);
  });
});

describe('checkText', () => {
  const page = [
    '---',
    'title: 代价模型入门',
    'upstream: 代价模型.html',
    '---',
    '',
    '张量表示式描述计算，`代价模型` 是代码，[见排程](./排程.md)。',
    '',
    '```python',
    'print("代价模型")',
    '```',
    '',
    '| 甲 | 乙 |',
    '| --- | --- |',
    '| 快取 | $排程$ |',
    '',
    '![记忆体](/img/记忆体.svg)',
    '',
    '<!-- 最佳化 --> <b>函式</b>',
  ].join('\n');

  it('names line, column, variant and the term that replaces it, in prose only', () => {
    expect(
      checkText('README.md', page, terms).map(({line, column, variant, use}) => [line, column, variant, use]),
    ).toEqual([
      [2, 8, '代价模型', '成本模型'],
      [6, 1, '张量表示式', '张量表达式'],
      [6, 24, '排程', '调度'],
      [14, 3, '快取', '缓存'],
      [16, 1, '记忆体', '内存'],
      [18, 17, '函式', '函数'],
    ]);
  });

  it('reads all of a file that is not Markdown', () => {
    expect(checkText('src/x.tsx', "const label = '排程';", terms)).toMatchObject([
      {line: 1, column: 16, variant: '排程'},
    ]);
    expect(checkText('static/x.svg', '<text>\n排程</text>', terms)).toMatchObject([{line: 2, column: 1}]);
  });

  it('takes pages as MDX', () => {
    const page = 'import X from \'./x\';\n\n{/* 排程 */}\n\n<X label="标签" to="/排程">正文</X>\n';
    for (const file of ['docs/x.md', 'docs/x.mdx']) {
      expect(readProse(file, page).map(({text}) => text)).toEqual(['标签', '正文']);
    }
  });
});

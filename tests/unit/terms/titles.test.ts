import {describe, expect, it} from 'vitest';
import {findOtherNames, titleOf} from '../../../tools/terms/titles';

const titles = new Map([
  ['docs/a/one.md', '编译 ONNX 模型'],
  ['docs/b/two.md', 'VTA：可配置的加速器'],
]);
const faults = (...lines: string[]) => findOtherNames('docs/a/here.md', lines.join('\n'), titles);

describe('titleOf', () => {
  it.each([
    ['---\ntitle: 编译 ONNX 模型\n---\n', '编译 ONNX 模型'],
    ['---\ndescription: 甲\ntitle: "VTA：加速器"\n---\n', 'VTA：加速器'],
    ['---\ndescription: 甲\n---\n\ntitle: 乙\n', undefined],
  ])('%j', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });
});

describe('findOtherNames', () => {
  it('names the line, the title and the form to write', () => {
    expect(
      faults('## 接下来', '', '- [ONNX 一页](./one.md)：导入。', '- [VTA 概览](../b/two.md)：组成。'),
    ).toEqual([
      {
        line: 3,
        problem: '这一页叫「编译 ONNX 模型」，链接写的是「ONNX 一页」',
        cure: '写成 [编译 ONNX 模型](./one.md)',
      },
      {
        line: 4,
        problem: '这一页叫「VTA：可配置的加速器」，链接写的是「VTA 概览」',
        cure: '写成 [VTA：可配置的加速器](../b/two.md)',
      },
    ]);
  });

  it('reads each link before the colon', () => {
    expect(
      faults('- [编译 ONNX 模型](one.md)、[加速器](../b/two.md)：甲。').map(({problem}) => problem),
    ).toEqual(['这一页叫「VTA：可配置的加速器」，链接写的是「加速器」']);
  });

  it('accepts the title, its part before the colon, and code in it', () => {
    expect(faults('- [编译 `ONNX` 模型](one.md)：导入。', '- [VTA](../b/two.md)：组成。')).toEqual([]);
  });

  it.each([
    '- 参见 [那一页](./one.md)：导入。',
    '- [那一节](./one.md#input)：导入。',
    '- [别处](https://example.org/one.md)：导入。',
    '- [没有的页](./three.md)：导入。',
    '导入见 [那一课](./one.md)：先读它。',
  ])('leaves %s', (line) => {
    expect(faults(line)).toEqual([]);
  });
});

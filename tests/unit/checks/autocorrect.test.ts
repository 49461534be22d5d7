import {describe, expect, it} from 'vitest';
import {lint} from '../../../tools/checks/autocorrect';

describe('Chinese typography', () => {
  it('finds missing spaces and half-width punctuation', () => {
    expect(lint('---\ntitle: 用TVM编译\n---\n\n这是TVM的函数,好的。\n', 'docs/x.md')).toMatchObject([
      {l: 2, new: '用 TVM 编译'},
      {l: 5, new: expect.stringContaining('这是 TVM 的函数，好的。')},
    ]);
  });

  it('looks at the texts of a component', () => {
    expect(lint("const label = '用TVM编译';\n", 'src/x.tsx')).toMatchObject([{l: 1, new: "'用 TVM 编译'"}]);
  });

  it('leaves code alone', () => {
    const page =
      '用 `TVM编译`：\n\n```python\nprint("用TVM编译,好")  # 用TVM\n```\n\n```text output\n用TVM编译,好\n```\n';
    expect(lint(page, 'docs/x.md')).toEqual([]);
  });
});

import {expect, it} from 'vitest';
import {Page} from '@site/src/content/pages';

it('Anchors are those that are given, and those that are made of headings', () => {
  const text = '## 一个 `标题`\n\n### 名称 {/* #tvm.build */}\n\n```text\n## 不是\n```\n\n## 一个 `标题`\n';
  expect([...new Page('docs/a.md', text).anchors]).toEqual(['一个-标题', 'tvm.build', `${'一个-标题'}-1`]);
});

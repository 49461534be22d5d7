import {expect, it} from 'vitest';
import {anchorsOf} from '@site/src/plugins/checks/pageLinks';

it('Anchors are those that are given, and those that are made of headings', () => {
  const text = '## 一个 `标题`\n\n### 名称 {/* #tvm.build */}\n\n```text\n## 不是\n```\n\n## 一个 `标题`\n';
  expect([...anchorsOf(text)]).toEqual(['一个-标题', 'tvm.build', `${'一个-标题'}-1`]);
});

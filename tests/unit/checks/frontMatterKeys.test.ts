import {expect, it} from 'vitest';
import {keyFaults} from '@site/src/plugins/checks/frontMatterKeys';
import type {ParsedSource} from '@site/src/plugins/checks/sources';

it('A key of the front matter that nothing reads is a fault, with the one that was meant', () => {
  const source: ParsedSource = {
    kind: 'doc',
    file: 'docs/a.md',
    text: '---\ntitle: a\nsidebar_postion: 3\n---\n',
    frontMatter: {title: 'a', sidebar_postion: 3},
  };
  expect(keyFaults(source)).toMatchObject([{line: 3, cure: '要的也许是 sidebar_position'}]);
});

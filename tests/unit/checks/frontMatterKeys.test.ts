import {expect, it} from 'vitest';
import {keyFaults} from '@site/src/content/checks/frontMatterKeys';
import {Page} from '@site/src/content/pages';

it('A key of the front matter that nothing reads is a fault, with the one that was meant', () => {
  const page = new Page('docs/a.md', '---\ntitle: a\nsidebar_postion: 3\n---\n');
  expect(keyFaults(page)).toMatchObject([{line: 3, cure: '要的也许是 sidebar_position'}]);
});

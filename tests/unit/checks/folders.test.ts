import {expect, it} from 'vitest';
import {folderFaults} from '@site/src/content/checks/folders';
import {Page} from '@site/src/content/pages';

it('A folder is a fault that neither an index page nor a file of its own names', () => {
  const sources = ['docs/a/index.md', 'docs/a/b.md', 'docs/nowhere/b.md', 'docs/reference/api/x.md'].map(
    (file) => new Page(file, '', {}),
  );
  expect(folderFaults(process.cwd(), sources)).toMatchObject([{file: 'docs/nowhere'}]);
});

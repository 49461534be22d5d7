import {expect, it} from 'vitest';
import {folderFaults} from '@site/src/plugins/checks/folders';
import type {ParsedSource} from '@site/src/plugins/checks/sources';
import {LATEST} from '@site/src/site/versions';

it('A folder is a fault that neither an index page nor a file of its own names', () => {
  const page = (file: string) =>
    ({kind: 'doc', file, text: '', frontMatter: {}, version: LATEST}) as ParsedSource;
  const sources = ['docs/a/index.md', 'docs/a/b.md', 'docs/nowhere/b.md', 'docs/reference/api/x.md'].map(
    page,
  );
  expect(folderFaults(process.cwd(), sources)).toMatchObject([{file: 'docs/nowhere'}]);
});

import path from 'node:path';
import {loadFreshModule} from '@docusaurus/utils';
import {expect, it} from 'vitest';

it('The configuration can be loaded in the way in which Docusaurus loads it', async () => {
  const file = path.resolve(__dirname, '../../../docusaurus.config.ts');
  expect(await loadFreshModule(file)).toMatchObject({title: 'Apache TVM 中文站'});
}, 60_000);

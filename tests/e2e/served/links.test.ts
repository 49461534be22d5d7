import path from 'node:path';
import {expect, it} from 'vitest';
import {servingOf} from '../../../tools/deploy/prepare';
import {startNginx} from '../../../tools/deploy/startNginx';
import {crawlLinks} from '../../../tools/links';
import {plainEnvironment} from '../../../tools/testing/command';
import {allPages, BUILD} from '../support/pages';

const ROOT = path.resolve(__dirname, '../../..');

it('Every link and fragment of the site leads somewhere, by a crawler of its own', async () => {
  const server = await startNginx(BUILD, servingOf(ROOT, BUILD, plainEnvironment()));
  const {pages, links, broken} = await crawlLinks(server.origin);
  await server.close();
  expect(broken).toEqual([]);
  expect(pages).toBeGreaterThan(allPages().length * 0.9);
  expect(links).toBeGreaterThan(pages);
}, 600_000);

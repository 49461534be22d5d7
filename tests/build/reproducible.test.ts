import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {prepareDeployment} from '../../tools/deploy/prepare';
import {buildFixture} from '../e2e/support/fixtureSite';
import {FixtureSite} from './support/fixture';

let site: FixtureSite;

beforeAll(() => {
  site = new FixtureSite();
});

afterAll(() => site.remove());

/**
 * Builds the small site without caches, and tells what each file holds. In another folder the minifier gives other names:
 * a container and a runner build in one place each time.
 */
async function buildAnew(): Promise<Map<string, string>> {
  for (const cache of ['.docusaurus', 'node_modules/.cache', 'build']) {
    fs.rmSync(path.join(site.dir, cache), {recursive: true, force: true});
  }
  const build = await buildFixture(site);
  await prepareDeployment(site.dir, {build, config: path.join(build, 'config'), variables: {}});
  const names = fs
    .readdirSync(build, {recursive: true, encoding: 'utf8'})
    .filter((name) => fs.statSync(path.join(build, name)).isFile())
    .sort();
  return new Map(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(fs.readFileSync(path.join(build, name)))
        .digest('hex'),
    ]),
  );
}

it('Two builds of one content are the same, byte for byte', async () => {
  const [first, second] = [await buildAnew(), await buildAnew()];
  expect([...second.keys()]).toEqual([...first.keys()]);
  expect(first.size).toBeGreaterThan(100);
  expect([...first].filter(([name, hash]) => second.get(name) !== hash).map(([name]) => name)).toEqual([]);
}, 900_000);

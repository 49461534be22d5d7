import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {afterAll, expect, it} from 'vitest';
import {prepareDeployment} from '../../tools/deploy/prepare';
import {buildFixture} from '../e2e/support/fixtureSite';
import {FixtureSite} from './support/fixture';

const sites: FixtureSite[] = [];

afterAll(() => sites.forEach((site) => site.remove()));

/** Builds the small site in a folder of its own, without anybody's caches, and tells what each file holds. */
async function buildAnew(): Promise<Map<string, string>> {
  const site = new FixtureSite();
  sites.push(site);
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

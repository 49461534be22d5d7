import {afterAll} from 'vitest';
import {NAMES} from '../../../src/site/variables';
import {FixtureSite} from '../../build/support/fixture';
import {TestSite} from './site';

/**
 * Builds a small site with these settings and no other.
 *
 * @returns folder of the built site
 */
export async function buildFixture(fixture: FixtureSite, env: Record<string, string> = {}): Promise<string> {
  const nothing = Object.fromEntries(NAMES.map((name) => [name, undefined]));
  const {code, output, outDir} = await fixture.build({env: {...nothing, ...env}});
  if (code !== 0) {
    throw new Error(output);
  }
  return outDir;
}

/**
 * A small site with the configuration and theme of this one, built for one test file.
 *
 * @param prepare changes it before it is built
 * @param env settings of the site; nothing else is set
 */
export function fixtureSite(
  prepare: (site: FixtureSite) => void,
  env: Record<string, string> = {},
): TestSite {
  let fixture: FixtureSite | undefined;
  const site = new TestSite(() => {
    fixture = new FixtureSite();
    prepare(fixture);
    return buildFixture(fixture, env);
  });
  afterAll(() => fixture?.remove());
  return site;
}

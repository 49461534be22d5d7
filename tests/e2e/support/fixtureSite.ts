import {afterAll} from 'vitest';
import {SITE_VARIABLES} from '../../../tools/testing/command';
import {FixtureSite} from '../../build/support/fixture';
import {TestSite} from './site';

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
  const site = new TestSite(async () => {
    fixture = new FixtureSite();
    prepare(fixture);
    const nothing = Object.fromEntries(SITE_VARIABLES.map((name) => [name, undefined]));
    const {code, output, outDir} = await fixture.build({env: {...nothing, ...env}});
    if (code !== 0) {
      throw new Error(output);
    }
    return outDir;
  });
  afterAll(() => fixture?.remove());
  return site;
}

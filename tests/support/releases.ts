import {LATEST, VERSIONS} from '../../src/site/versions';

/** Releases for tests that need one of a kind: the newest, one that is not, and the oldest. */
export {LATEST};
export const OLDER = VERSIONS[1]!;
export const OLDEST = VERSIONS.at(-1)!;

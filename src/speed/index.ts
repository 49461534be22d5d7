import type {Config} from '@docusaurus/types';
import articles from './articles/build';
import head from './head/build';
import type {Mechanism} from '../site/mechanisms';
import {PAGE_TEMPLATE} from './lateCode/build';
import messages from './messages/build';
import parts from './parts/build';
import prism from './prism/build';
import unusedPackages from './unusedPackages/build';

const PLUGINS = {articles, head, messages, prism, unusedPackages};

/** What the configuration takes over from the mechanisms of speed that are on. */
export interface Speed {
  plugins: NonNullable<Config['plugins']>;
  rehypePlugins: (typeof parts)[];
  /** Undefined for Docusaurus' own. */
  ssrTemplate: string | undefined;
}

/**
 * Switches on the mechanisms that make the site fast and are not stock; README.md beside this file says what each is for.
 *
 * @param without those that stay off, as `npm run bench -- measures` asks
 */
export function useMechanisms(without: readonly Mechanism[]): Speed {
  const isOn = (name: Mechanism) => !without.includes(name);
  return {
    plugins: Object.entries(PLUGINS).flatMap(([name, plugin]) => (isOn(name as Mechanism) ? [plugin] : [])),
    rehypePlugins: isOn('parts') ? [parts] : [],
    ssrTemplate: isOn('lateCode') ? PAGE_TEMPLATE : undefined,
  };
}

import type {CurrentBundler} from '@docusaurus/types';
import {expectModules} from './expectModules';

/** A module that another stands in for. */
export interface Replacement {
  /** What the module is asked for by. */
  request: RegExp;
  /** Which modules' requests are meant; all unless given. */
  issuer?: RegExp;
  /** Absolute path of the module that stands in for it. */
  by: string;
}

/**
 * Makes plugins of the bundler that put a module in the place of another, and stop the build where nothing asks for it.
 *
 * @param owner the folder to adapt then
 */
export function replaceModule(
  {instance}: CurrentBundler,
  owner: string,
  {request, issuer = /^/, by}: Replacement,
) {
  return [
    new instance.NormalModuleReplacementPlugin(request, (resource) => {
      if (issuer.test(resource.contextInfo.issuer ?? '')) {
        resource.request = by;
      }
    }),
    expectModules(owner, [by]),
  ];
}

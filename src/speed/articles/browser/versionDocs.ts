import globalData from '@generated/globalData';
import type {Doc} from '../docs';

/**
 * Pages of a version, in the order of the global data.
 *
 * @param instance id of the docs plugin's instance
 * @param name the version's name
 */
export function versionDocs(instance: string, name: string): Doc[] {
  const data = globalData['docusaurus-plugin-content-docs'] as Record<
    string,
    {versions: {name: string; docs: Doc[]}[]}
  >;
  return data[instance].versions.find((version) => version.name === name)!.docs;
}

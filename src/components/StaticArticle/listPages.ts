import globalData from '@generated/globalData';

type Versions = {name: string; docs: {id: string}[]}[];

/**
 * Ids of a version's pages, in the order of the global data.
 *
 * @param instance id of the docs plugin's instance
 * @param name the version's name
 */
export function listPages(instance: string, name: string): string[] {
  const data = globalData['docusaurus-plugin-content-docs'] as Record<string, {versions: Versions}>;
  return data[instance].versions.find((version) => version.name === name)!.docs.map(({id}) => id);
}

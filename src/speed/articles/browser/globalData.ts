import {type PackedDoc, unpackDocs} from '../docs';

type Instances<D> = Record<string, {versions: {path: string; docs: D[]}[]}>;

/** Gives the docs plugin's global data its lists of pages as the plugin made them. */
export function unpackGlobalData(data: Record<string, unknown>, plugin: string): Record<string, unknown> {
  for (const {versions} of Object.values(data[plugin] as Instances<PackedDoc>)) {
    versions.forEach((version) => (version.docs = unpackDocs(version.path, version.docs)));
  }
  return data;
}

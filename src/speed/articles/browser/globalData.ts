import {type Doc, type PackedDocs, unpackVersions} from '../docs';

interface Version<D> {
  path: string;
  docs: D;
}

/** Gives the docs plugin's global data its lists of pages as the plugin made them. */
export function unpackGlobalData(data: Record<string, unknown>, plugin: string): Record<string, unknown> {
  for (const {versions} of Object.values(data[plugin] as Record<string, {versions: Version<PackedDocs>[]}>)) {
    const lists = unpackVersions(versions, window.location.pathname);
    versions.forEach((version, i) =>
      Object.assign(version, {docs: lists[i]} satisfies Partial<Version<Doc[]>>),
    );
  }
  return data;
}

/** The files of an index by name. */
type Files = ReadonlyMap<string, Buffer>;

export function packIndex(files: Files): Map<string, Buffer>;

export function documentIds(files: Files): Map<string, string>;

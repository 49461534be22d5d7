/** The files of an index by name. */
type Files = ReadonlyMap<string, Buffer>;

export function packIndex(files: Files, nameOfDocument: (address: string) => string): Map<string, Buffer>;

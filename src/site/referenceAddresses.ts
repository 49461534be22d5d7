/** Pages of the API reference of a release, each with the dotted names that it has a place for. */
export type ReferenceAddresses = [page: string, names: string[]][];

/** A change of a dependency's text. */
export interface Change {
  search: string | RegExp;
  replace: string;
}

/** A fault of a dependency, and the change of one of its files that mends it. */
export interface Fix {
  /** Path of the file, as `require.resolve` takes it. */
  file: string;
  changes: Change[];
}

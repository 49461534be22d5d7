interface EditTarget {
  versionDocsDirPath?: string;
  docPath?: string;
  blogDirPath?: string;
  blogPath?: string;
}

/** Makes the function that gives each page its address in the repository's editor. */
export function editUrl(base: string) {
  return ({versionDocsDirPath, docPath, blogDirPath, blogPath}: EditTarget): string =>
    [base, versionDocsDirPath ?? blogDirPath, docPath ?? blogPath].join('/');
}

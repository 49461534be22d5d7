/** The TVM releases that this site documents, newest first. */
export interface SiteVersion {
  /** Release number, e.g. `0.13.0`; also the label that readers see. */
  release: string;
  /** Name of the tree for Docusaurus: `current` for the newest, the release otherwise. */
  docsVersion: string;
  /** Folder of the tree, relative to the site. */
  directory: string;
  /** Path of the tree below the base URL, without a trailing slash. */
  path: string;
  /** Tag of the release in the upstream repository. */
  tag: string;
  /** Day of the tag's commit, ISO 8601. */
  released: string;
}

function older(release: string, released: string): SiteVersion {
  return {
    release,
    docsVersion: release,
    directory: `versioned_docs/version-${release}`,
    path: `/docs/${release}`,
    tag: `v${release}`,
    released,
  };
}

export const LATEST: SiteVersion = {
  release: '0.13.0',
  docsVersion: 'current',
  directory: 'docs',
  path: '/docs',
  tag: 'v0.13.0',
  released: '2023-07-10',
};

export const VERSIONS: readonly SiteVersion[] = [
  LATEST,
  older('0.12.0', '2023-04-28'),
  older('0.10.0', '2022-10-06'),
];

/** Newest release on the package index; readers of older ones are told which names it no longer has. */
export const NEWEST_RELEASE = '0.27.0';

/**
 * Finds a version by its release number or by its Docusaurus name.
 *
 * @throws Error naming the versions that exist.
 */
export function getVersion(name: string): SiteVersion {
  const found = VERSIONS.find((v) => v.release === name || v.docsVersion === name);
  if (!found) {
    throw new Error(`没有版本「${name}」；现有：${VERSIONS.map((v) => v.release).join('、')}`);
  }
  return found;
}

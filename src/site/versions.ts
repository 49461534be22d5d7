/** A TVM release that this site documents. */
export interface Release {
  /** Release number, e.g. `0.13.0`; also the label that readers see. */
  release: string;
  /** Commit that the release's tag names. */
  commit: string;
  /** Day of that commit, ISO 8601. */
  released: string;
  /** What the release is for, in the words of the home page. */
  purpose: string;
}

/** A release and where it is: in the repository of this site, on the site, upstream. */
export interface SiteVersion extends Release {
  /** Name of the tree for Docusaurus: `current` for the newest, the release otherwise. */
  docsVersion: string;
  /** Folder of the tree, relative to the site. */
  directory: string;
  /** Path of the tree below the base URL, without a trailing slash. */
  path: string;
  /** Tag of the release in the upstream repository. */
  tag: string;
}

/** The releases, newest first. `tests/unit/site/versions.test.ts` says which files each has. */
const RELEASES: readonly Release[] = [
  {
    release: '0.13.0',
    commit: '97c5de63ba6baa148fdf0c545ded2cd01d7838d1',
    released: '2023-07-10',
    purpose: '本站最新的一版，新的工作从这里开始',
  },
  {
    release: '0.12.0',
    commit: '47e044078af26fc41be7084406591eb768c933d8',
    released: '2023-04-28',
    purpose: '给留在 0.12 的项目',
  },
  {
    release: '0.10.0',
    commit: '7b50b2d0ddf45d9114715aad16b867e8be6b2230',
    released: '2022-10-06',
    purpose: '给留在 0.10 的项目',
  },
];

export const VERSIONS: readonly SiteVersion[] = RELEASES.map((facts, i) => {
  const {release} = facts;
  return {
    ...facts,
    docsVersion: i === 0 ? 'current' : release,
    directory: i === 0 ? 'docs' : `versioned_docs/version-${release}`,
    path: i === 0 ? '/docs' : `/docs/${release}`,
    tag: `v${release}`,
  };
});

export const LATEST = VERSIONS[0]!;

/** The releases as sentences name them. */
export const RELEASE_LIST = VERSIONS.map(({release}) => release).join('、');

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
    throw new Error(`没有版本「${name}」；现有：${RELEASE_LIST}`);
  }
  return found;
}

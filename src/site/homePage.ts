/** A way into the documentation, offered on the home page as soon as its page exists. */
export interface Entry {
  id: string;
  /** Document ids in the newest tree, the best first. */
  docs: string[];
}

/** A post as the home page lists it. */
export interface PostLink {
  title: string;
  description: string;
  permalink: string;
  /** ISO 8601. */
  date: string;
}

/** What the home page knows of a version. */
export interface VersionSummary {
  release: string;
  path: string;
  /** Day of the release's tag, ISO 8601. */
  released: string;
  /** What the release is for, a sentence. */
  purpose: string;
  pages: number;
  /** Fences that ran on this release and pages that hold them; undefined where nothing is recorded. */
  examples?: {run: number; all: number};
}

/** Data of the home page, made at build time. */
export interface HomeData {
  /** Address of the page to begin with, where it exists. */
  start?: string;
  entries: {id: string; permalink: string}[];
  posts: PostLink[];
  versions: VersionSummary[];
}

export const ENTRIES: readonly Entry[] = [
  {id: 'install', docs: ['install/index']},
  {id: 'compile', docs: ['how_to/compile/index', 'tutorial/compile']},
  {id: 'tune', docs: ['how_to/autotune/index', 'tutorial/python_AutoTVM']},
  {id: 'deploy', docs: ['how_to/deploy/index', 'tutorial/rpc']},
  {id: 'lookup', docs: ['how_to/index']},
  {id: 'extend', docs: ['how_to/extend/index', 'tutorial/uma']},
  {id: 'errors', docs: ['how_to/errors']},
  {id: 'architecture', docs: ['arch/index']},
  {id: 'api', docs: ['reference/api/python/index']},
];

/** The page that the first button of the home page leads to. */
export const START = 'tutorial/quick_start';

/** Keeps the entries whose page exists, each with the best page that does. */
export function findEntries(permalinks: ReadonlyMap<string, string>): HomeData['entries'] {
  return ENTRIES.flatMap(({id, docs}) => {
    const permalink = docs.map((doc) => permalinks.get(doc)).find(Boolean);
    return permalink ? [{id, permalink}] : [];
  });
}

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
  /** Assertions on entries of the API reference that hold on this release; undefined where none ran. */
  proofs?: number;
}

/** How many assertions on how many entries of the API reference hold on a release. */
export interface ReleaseProofs {
  release: string;
  proved: number;
  entries: number;
}

/** What the home page shows of a lesson. */
export interface HomeLesson {
  permalink: string;
  /** Highlighted HTML of the code, and of what the compiler made of it. */
  code: string;
  loops: string;
  /** The chart of the lesson, laid out, as JSON. */
  chart: string;
  title?: string;
  unit?: string;
  isLog: boolean;
  /** Machine that the figures come from, as JSON. */
  measured: string;
}

/** Data of the home page, made at build time. */
export interface HomeData {
  /** Its style sheet, which stands in the page: no other needs it. */
  styles: string;
  lesson?: HomeLesson;
  /** Ways in by who comes. */
  ways: Link[];
  /** Pages that many look for. */
  shortcuts: Link[];
  posts: PostLink[];
  versions: VersionSummary[];
}

interface Link {
  id: string;
  permalink: string;
}

export const WAYS: readonly Entry[] = [
  {id: 'deploy', docs: ['start/deploy', 'how_to/deploy/index', 'tutorial/rpc']},
  {id: 'compiler', docs: ['start/compiler', 'tutorial/intro']},
  {id: 'hardware', docs: ['start/hardware', 'tutorial/uma']},
  {id: 'contribute', docs: ['start/contribute', 'contribute/index']},
];

export const SHORTCUTS: readonly Entry[] = [
  {id: 'start', docs: ['tutorial/quick_start']},
  {id: 'install', docs: ['install/index']},
  {id: 'lookup', docs: ['how_to/index']},
  {id: 'errors', docs: ['how_to/errors']},
  {id: 'api', docs: ['reference/api/python/index']},
];

/** Keeps the entries whose page exists, each with the best page that does. */
export function findEntries(entries: readonly Entry[], permalinks: ReadonlyMap<string, string>): Link[] {
  return entries.flatMap(({id, docs}) => {
    const permalink = docs.map((doc) => permalinks.get(doc)).find(Boolean);
    return permalink ? [{id, permalink}] : [];
  });
}

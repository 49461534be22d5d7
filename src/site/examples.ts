import {VERSIONS} from './versions';

/** What was recorded when the examples of a page were run, as it stands in `examples/results/<version>/<section>.json`. */

export interface FenceRecord {
  kind: 'python' | 'shell';
  /**
   * `ok`: executed; `norun`: marked by the page, its names checked; `checked`: shell, syntax checked only;
   * `failed`; `skipped`: not reached, since a fence above failed.
   */
  result: 'ok' | 'norun' | 'checked' | 'failed' | 'skipped';
  /** `fenceHash` of what was run. */
  hash: string;
  /** Why a `norun` fence was not run, or what went wrong. */
  reason?: string;
}

/** Figures of a page that vary from machine to machine, and the machine that they come from. */
export interface Measurement {
  cores: number;
  /** Model of the processor, e.g. `AMD EPYC`. */
  processor: string;
  /** LLVM's name of it, e.g. `znver3`, where TVM tells it. */
  cpu?: string;
  /** Threads that TVM used. */
  threads: number;
  /** Day of the measurement in UTC, `YYYY-MM-DD`. */
  date: string;
  /** What the `measured` outputs of the page showed, in order. */
  outputs: string[];
}

export interface PageRecord {
  /** `codeHash` of the page that was run. */
  hash: string;
  tvm: string;
  /** Commit of the build, where the build knows it. */
  commit: string | null;
  environment: string;
  python: string;
  /** Day of the run in UTC, `YYYY-MM-DD`. */
  date: string;
  /** Python packages that the page imports, without TVM, with their versions. */
  packages: Record<string, string>;
  /** Day on which the page printed the same with other threads and vector widths; left out where it was not tried. */
  varied?: string;
  measured?: Measurement;
  /** One entry for each of `codeFences`, in order. */
  fences: FenceRecord[];
}

export interface Results {
  version: string;
  /** By `recordKey` of the page. */
  pages: Record<string, PageRecord>;
}

/**
 * Name of a page in the records of its release, e.g. `docs/tutorial/quick_start.md`: the same while its tree is the newest
 * and after it was cut, when the files move.
 */
export function recordKey(file: string): string {
  return file.replace(/^versioned_docs\/version-[^/]+\//, 'docs/');
}

/** The file of a page, from its name in the records of a release. */
export function recordedFile(release: string, key: string): string {
  const directory = VERSIONS.find((version) => version.release === release)?.directory;
  return key.replace(/^docs\//, `${directory ?? `versioned_docs/version-${release}`}/`);
}

/** The part of the site whose file of records a page is in, e.g. `tutorial`, `blog`; `index` for those at the top of a tree. */
export function recordSection(key: string): string {
  const [folder, ...rest] = key.split('/');
  return folder !== 'docs' ? folder! : rest.length > 1 ? rest[0]! : 'index';
}

export interface ExampleSummary {
  passed: boolean;
  /** Python fences that the page shows as programs. */
  total: number;
  /** Those of them that were executed. */
  executed: number;
}

/** Counts the Python fences of a record for the line on the page. */
export function summarise(record: PageRecord): ExampleSummary {
  const python = record.fences.filter((f) => f.kind === 'python');
  return {
    passed: record.fences.every((f) => f.result !== 'failed' && f.result !== 'skipped'),
    total: python.length,
    executed: python.filter((f) => f.result === 'ok').length,
  };
}

import fs from 'node:fs';
import path from 'node:path';
import {readJson} from './json';

/** Where files of probes are, and below it what came of each, by release. */
export const PROBES = 'examples/probes';
export const PROBE_RESULTS = 'examples/probes/results';

/** What came of one probe: a function that fails where the words of an entry that it quotes are false. */
export interface ProbeRecord {
  /** Dotted name of the entry. */
  name: string;
  quotes: string[];
  /** `unproved`: words that cannot be run here. */
  result: 'ok' | 'failed' | 'unproved';
  /** Line of the function. */
  line?: number;
  /** What went wrong, or why it cannot be run. */
  reason?: string;
}

/** The last run of a file of probes on a release. */
export interface ProbeRun {
  /** SHA-256 of the file. */
  hash: string;
  tvm: string;
  commit: string | null;
  python: string;
  /** Day in UTC, `YYYY-MM-DD`. */
  date: string;
  /** Whether the file says that it has a probe for each entry of its page. */
  complete: boolean;
  probes: ProbeRecord[];
}

/** Path of the record of a file of probes, below the site. */
export function probeRecordFile(release: string, file: string): string {
  return path.posix.join(PROBE_RESULTS, release, path.posix.relative(PROBES, file).replace(/\.py$/, '.json'));
}

/** The last runs on a release by the path of the file of probes. */
export type ProbeRuns = ReadonlyMap<string, ProbeRun>;

/** The runs of a release. @throws SiteFaults where a file holds no JSON */
export function readProbeRuns(siteDir: string, release: string): ProbeRuns {
  const folder = path.posix.join(PROBE_RESULTS, release);
  const full = path.join(siteDir, folder);
  const names = fs.existsSync(full) ? fs.readdirSync(full, {recursive: true, encoding: 'utf8'}) : [];
  return new Map(
    names
      .map((name) => name.split(path.sep).join('/'))
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => [
        path.posix.join(PROBES, name.replace(/\.json$/, '.py')),
        readJson<ProbeRun>(siteDir, path.posix.join(folder, name))!,
      ]),
  );
}

/** What a release's probes say of one entry. */
export interface EntryProof {
  /** Words that a probe proved, counted once for each probe. */
  proved: number;
  /** Where the first of its probes stands, e.g. `examples/probes/topi/nn.py#L12`. */
  place: string;
}

/** Proofs of the entries of a release, by dotted name; entries whose probes failed have none. */
export function proofsOf(runs: ProbeRuns): Map<string, EntryProof> {
  const proofs = new Map<string, EntryProof>();
  const failed = new Set<string>();
  for (const [file, {probes}] of runs) {
    for (const {name, quotes, result, line} of probes) {
      if (result === 'ok') {
        const proof = proofs.get(name) ?? {proved: 0, place: `${file}#L${line}`};
        proofs.set(name, {...proof, proved: proof.proved + quotes.length});
      } else if (result === 'failed') {
        failed.add(name);
      }
    }
  }
  failed.forEach((name) => proofs.delete(name));
  return proofs;
}

/** What the probes of some entries came to, all together. */
export interface ProofSum {
  proved: number;
  entries: number;
}

/** @returns undefined where nothing is proved */
export function sumProofs(proofs: Iterable<EntryProof>): ProofSum | undefined {
  const all = [...proofs];
  return all.length === 0
    ? undefined
    : {proved: all.reduce((sum, {proved}) => sum + proved, 0), entries: all.length};
}

import fs from 'node:fs';
import path from 'node:path';

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

/** The runs of a release by the path of the file of probes. @throws SyntaxError where a file holds no JSON */
export function readProbeRuns(siteDir: string, release: string): Map<string, ProbeRun> {
  const folder = path.join(siteDir, PROBE_RESULTS, release);
  const names = fs.existsSync(folder) ? fs.readdirSync(folder, {recursive: true, encoding: 'utf8'}) : [];
  return new Map(
    names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => [
        path.posix.join(
          PROBES,
          name
            .split(path.sep)
            .join('/')
            .replace(/\.json$/, '.py'),
        ),
        JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as ProbeRun,
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
export function readProofs(siteDir: string, release: string): Map<string, EntryProof> {
  const proofs = new Map<string, EntryProof>();
  const failed = new Set<string>();
  for (const [file, {probes}] of readProbeRuns(siteDir, release)) {
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

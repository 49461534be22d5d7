import {
  type EntryProof,
  type ProbeRun,
  type ProbeRuns,
  proofsOf,
  readProbeRuns,
  sumProofs,
} from '../../content/probeRecords';
import {VERSIONS} from '../../site/versions';

/** What the end of a page says of the probes of its entries: how many hold and since when, or that they were not run. */
export interface PageProof {
  count?: number;
  date?: string;
}

function runsOf(runs: ProbeRuns, names: ReadonlySet<string>): [file: string, run: ProbeRun][] {
  return [...runs].filter(([, {probes}]) => probes.some(({name}) => names.has(name)));
}

/** Reads what the probes of each release came to; once, since every page asks. */
export function readReferenceProofs(siteDir: string) {
  const releases = new Map(
    VERSIONS.map(({release}) => {
      const runs = readProbeRuns(siteDir, release);
      return [release, {runs, proofs: proofsOf(runs)}] as const;
    }),
  );
  return {
    ofEntry: (release: string, name: string): EntryProof | undefined =>
      releases.get(release)!.proofs.get(name),

    /** @param entries names of the entries of a page of the release */
    ofPage(release: string, entries: readonly string[]): PageProof | undefined {
      const {runs, proofs} = releases.get(release)!;
      const names = new Set(entries);
      const sum = sumProofs([...proofs].flatMap(([name, proof]) => (names.has(name) ? [proof] : [])));
      if (sum) {
        const dates = runsOf(runs, names).map(([, {date}]) => date);
        return {count: sum.proved, date: dates.sort().at(-1)};
      }
      const elsewhere = [...releases.values()].flatMap((other) => runsOf(other.runs, names));
      return elsewhere.some(([file]) => !runs.has(file)) ? {} : undefined;
    },
  };
}

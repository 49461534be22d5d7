import {
  type EntryProof,
  type ProbeRun,
  type ProbeRuns,
  proofsOf,
  readProbeRuns,
  sumProofs,
} from '../../content/probeRecords';
import {VERSIONS} from '../../site/versions';

/** What the end of a page says of its probes: how many hold and since when, or that they were not run. */
export interface PageProof {
  count?: number;
  date?: string;
  /** Of a page that is no reference, whose sections do not lead there themselves: where the first probe stands. */
  place?: string;
}

type IsOfPage = (name: string) => boolean;

function runsOf(runs: ProbeRuns, isOfPage: IsOfPage): [file: string, run: ProbeRun][] {
  return [...runs].filter(([, {probes}]) => probes.some(({name}) => isOfPage(name)));
}

/** Reads what the probes of each release came to; once, since every page asks. */
export function readReferenceProofs(siteDir: string) {
  const releases = new Map(
    VERSIONS.map(({release}) => {
      const runs = readProbeRuns(siteDir, release);
      return [release, {runs, proofs: proofsOf(runs)}] as const;
    }),
  );

  function ofNames(release: string, isOfPage: IsOfPage): {proof: PageProof; first?: string} | undefined {
    const {runs, proofs} = releases.get(release)!;
    const own = [...proofs].flatMap(([name, proof]) => (isOfPage(name) ? [proof] : []));
    const sum = sumProofs(own);
    if (sum) {
      const dates = runsOf(runs, isOfPage).map(([, {date}]) => date);
      return {proof: {count: sum.proved, date: dates.sort().at(-1)}, first: own[0]!.place};
    }
    const elsewhere = [...releases.values()].flatMap((other) => runsOf(other.runs, isOfPage));
    return elsewhere.some(([file]) => !runs.has(file)) ? {proof: {}} : undefined;
  }

  return {
    ofEntry: (release: string, name: string): EntryProof | undefined =>
      releases.get(release)!.proofs.get(name),

    /** @param entries names of the entries of a page of the reference */
    ofPage(release: string, entries: readonly string[]): PageProof | undefined {
      const names = new Set(entries);
      return ofNames(release, (name) => names.has(name))?.proof;
    },

    /** @param docId a page that is no reference, whose probes are of its sections */
    ofGuide(release: string, docId: string): PageProof | undefined {
      const found = ofNames(release, (name) => name === docId || name.startsWith(`${docId}#`));
      return found && {...found.proof, ...(found.first && {place: found.first})};
    },
  };
}

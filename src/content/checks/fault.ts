/** Something wrong with the content of the site, and what to do about it. */
export interface Fault {
  /** Heading under which faults of a kind are listed together. */
  kind: string;
  /** File relative to the site, with forward slashes. */
  file: string;
  /** Line in that file, counted from 1; left out where the whole file is meant. */
  line?: number;
  problem: string;
  cure: string;
}

/** Something wrong on a page that is known, at a place in it. */
export interface ElementProblem extends Pick<Fault, 'problem' | 'cure'> {
  line: number | undefined;
}

function describe({file, line, problem, cure}: Fault): string {
  return `  ${line === undefined ? file : `${file}:${line}`}  ${problem}\n    办法：${cure}`;
}

/** Lists faults by kind, in the order of the kinds' first appearance; within a kind by file and line. */
export function formatFaults(faults: readonly Fault[]): string {
  const kinds = [...new Set(faults.map(({kind}) => kind))];
  return kinds
    .map((kind) => {
      const same = faults
        .filter((fault) => fault.kind === kind)
        .sort((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0));
      return `${kind}（${same.length} 处）\n${same.map(describe).join('\n')}`;
    })
    .join('\n\n');
}

/**
 * Content that must not be published. It has no stack and no property of its own: where the check stands in the code
 * helps nobody, and Docusaurus prints whatever it finds on an error.
 */
export class SiteFaults extends Error {
  readonly #faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`发现 ${faults.length} 处问题。\n\n${formatFaults(faults)}\n`);
    this.#faults = faults;
    this.stack = '';
  }

  get faults(): readonly Fault[] {
    return this.#faults;
  }
}

/** What `find` finds, and what keeps it from reading what it looks at. */
export function faultsOf(find: () => readonly Fault[]): readonly Fault[] {
  try {
    return find();
  } catch (error) {
    if (error instanceof SiteFaults) {
      return error.faults;
    }
    throw error;
  }
}

/** @throws SiteFaults listing all faults, if there are any */
export function stopOnFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) {
    throw new SiteFaults(faults);
  }
}

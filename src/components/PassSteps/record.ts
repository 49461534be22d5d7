import {diffArrays} from 'diff';

/** A run of a pass: name, depth, stage, numbers of the texts before and after it. */
type Run = readonly [name: string, depth: number, stage: PassStage, before: number, after: number];

/** Stages of the pipeline in which passes run. */
type PassStage = 'optimize' | 'lower' | 'codegen';

/** What `npm run passes` recorded of a release. A text is a list of numbers of lines. */
export interface PassRecord {
  release: string;
  target: string;
  model: number;
  steps: readonly Run[];
  texts: readonly (readonly number[])[];
  lines: readonly string[];
}

export interface PassStep {
  /** Place among all, from 0. */
  index: number;
  name: string;
  depth: number;
  stage: PassStage;
  changed: boolean;
}

/** The runs in their order. */
export function readSteps({steps}: PassRecord): PassStep[] {
  return steps.map(([name, depth, stage, before, after], index) => ({
    index,
    name,
    depth,
    stage,
    changed: before !== after,
  }));
}

/** Those that a reader wants to see. */
export function filterSteps(steps: readonly PassStep[], words: string, changedOnly: boolean): PassStep[] {
  const wanted = words.trim().toLowerCase();
  return steps.filter(({name, changed}) => (changed || !changedOnly) && name.toLowerCase().includes(wanted));
}

export interface Line {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** What a run did to the module, line by line. */
export function linesOf({steps, texts, lines}: PassRecord, index: number): Line[] {
  const [, , , before, after] = steps[index]!;
  return diffArrays([...texts[before]!], [...texts[after]!]).flatMap(({value, added, removed}) =>
    value.map(
      (line) => ({kind: added ? 'added' : removed ? 'removed' : 'same', text: lines[line]!}) as const,
    ),
  );
}

/**
 * Leaves out what is far from any change.
 *
 * @param context how many lines stay on either side of a change
 * @returns the lines, and in place of those left out their number
 */
export function foldLines(lines: readonly Line[], context: number): (Line | number)[] {
  const changes = lines.flatMap(({kind}, i) => (kind === 'same' ? [] : [i]));
  if (changes.length === 0) {
    return [...lines];
  }
  const kept = new Set(
    changes.flatMap((at) => Array.from({length: 2 * context + 1}, (_, i) => at - context + i)),
  );
  const folded: (Line | number)[] = [];
  lines.forEach((line, i) => {
    const last = folded.at(-1);
    if (kept.has(i)) {
      folded.push(line);
    } else if (typeof last === 'number') {
      folded[folded.length - 1] = last + 1;
    } else {
      folded.push(1);
    }
  });
  return folded;
}

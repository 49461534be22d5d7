/** Figures that vary from machine to machine: how they are compared, when they are written, and what is recorded of them. */
import {availableParallelism, cpus} from 'node:os';
import type {Measurement} from '../../src/site/examples';
import {measuredOutputs} from '../../src/site/charts';
import {FIGURE} from '../../src/site/figures';
import type {Judgement, OutputChange} from './judge';
import type {ExamplePage} from './pages';
import type {SandboxEvent} from './sandbox';

/** A text without its figures and without blanks at the ends of lines. */
function withoutFigures(text: string): string {
  return text.replace(FIGURE, ' # ').replace(/[ \t]+$/gm, '');
}

/** Whether two outputs are the same but for their figures. */
export function sameButFigures(page: string, run: string): boolean {
  return withoutFigures(page) === withoutFigures(run);
}

const isMeasured = ({fence}: OutputChange) => fence.meta.measured;

/**
 * The outputs to put into a page. Figures are exchanged only all together, so that those of a page come from one run: when
 * that is asked for, or when one of them can't stay.
 */
export function changesToWrite(page: ExamplePage, {changes, measured}: Judgement, measure: boolean): OutputChange[] {
  const isComplete = measured.length === measuredOutputs(page.fences).length;
  const anew = isComplete && (measure || changes.some(isMeasured));
  return [...changes.filter((change) => !isMeasured(change)), ...(anew ? measured : [])];
}

/** This machine, as the run of a page saw it. */
function describeMachine(events: readonly SandboxEvent[]): Omit<Measurement, 'date' | 'outputs'> {
  const done = events.find((event) => event.event === 'done');
  const model = (cpus()[0]?.model ?? '').replace(/\((?:R|TM)\)|\bCPU\b|@.*$|\b(?:\d+-Core )?Processor\b/g, '');
  return {
    cores: availableParallelism(),
    processor: model.replace(/\s+/g, ' ').trim() || process.arch,
    ...(done?.cpu && {cpu: done.cpu}),
    threads: done?.threads ?? availableParallelism(),
  };
}

/** What the record keeps of the figures of a page; undefined where the page has none that were measured. */
export function measurementOf(
  page: ExamplePage,
  written: readonly OutputChange[],
  events: readonly SandboxEvent[],
  date: string,
  previous?: Measurement,
): Measurement | undefined {
  const fresh = written.filter(isMeasured).map(({output}) => output);
  if (fresh.length > 0) {
    return {...describeMachine(events), date, outputs: fresh};
  }
  const kept = measuredOutputs(page.fences).filter((output) => previous?.outputs.includes(output));
  return previous && kept.length > 0 ? {...previous, outputs: kept} : undefined;
}

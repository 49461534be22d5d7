import {measuredAgain, measuredOutputs, readChart} from '../../src/site/charts';
import {parseFences} from '../../src/site/fences';
import type {OutputChange} from './judge';

/** A fence marker that no line of the text would close. */
function markerFor(marker: string, text: string): string {
  const runs = text.split('\n').map((line) => /^\s*(`{3,}|~{3,})\s*$/.exec(line)?.[1] ?? '');
  const longest = Math.max(0, ...runs.filter((run) => run.startsWith(marker[0])).map((run) => run.length));
  return longest >= marker.length ? marker[0].repeat(longest + 1) : marker;
}

/** The page with real outputs in place of those that it shows. */
export function writeOutputs(markdown: string, changes: readonly OutputChange[]): string {
  const lines = markdown.split('\n');
  for (const {fence, output} of [...changes].sort((a, b) => b.fence.line - a.fence.line)) {
    const marker = markerFor(fence.marker, output);
    const body = output === '' ? [] : output.split('\n').map((line) => (line ? fence.indent + line : line));
    const opening = lines[fence.line - 1].replace(fence.marker, marker);
    lines.splice(fence.line - 1, fence.endLine - fence.line + 1, opening, ...body, fence.indent + marker);
  }
  return lines.join('\n');
}

/**
 * The page with the figures of its charts as its outputs have them now.
 *
 * @param before the page before its outputs were written
 */
export function writeCharts(markdown: string, before: string): string {
  const lines = markdown.split('\n');
  const fences = parseFences(markdown);
  const [old, fresh] = [measuredOutputs(parseFences(before)), measuredOutputs(fences)];
  for (const {line: opening, body} of fences.filter(({role, meta}) => role === 'chart' && meta.measured)) {
    for (const row of readChart(body)) {
      const at = opening - 1 + row.line;
      const figure = measuredAgain(row, old, fresh) ?? row.figure;
      lines[at] = lines[at].replace(/\S+(?=\s*$)/, () => figure);
    }
  }
  return lines.join('\n');
}

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

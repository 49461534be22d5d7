import {LATEST} from '../../src/site/versions';
import {readCovered} from './site';

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draws entries of the newest reference for a second reader, the same ones for the same seed and pages.
 *
 * @returns lines `file:line name`, in the order of the files
 */
export function drawEntries(siteDir: string, count: number, seed: number): string[] {
  const random = randomNumbers(seed);
  return readCovered(siteDir, LATEST.release)
    .flatMap(({files}) => files.flatMap(({file, entries}) => entries.map((entry) => ({file, ...entry}))))
    .map((entry) => ({entry, order: random()}))
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .map(({entry}) => entry)
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
    .map(({file, line, name}) => `${file}:${line} ${name}`);
}

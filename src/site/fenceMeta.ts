import {metaWords, norunReason} from './fences';

/** How a fence is shown, from the words after its language. */
export interface FenceMeta {
  title?: string;
  /** Lines to point out, counted from 1. */
  highlight: number[];
  /** Number of the first line where line numbers are shown, else undefined. */
  firstLine?: number;
  /** Why the code was not run. */
  norun?: string;
  role: 'code' | 'output' | 'signature';
  /** Of two outputs that belong together, which one. */
  side?: 'before' | 'after';
}

function parseRanges(ranges: string): number[] {
  return ranges.split(',').flatMap((part) => {
    const [from = NaN, to = from] = part.split('-').map(Number);
    return from >= 1 && to >= from ? Array.from({length: to - from + 1}, (_, i) => from + i) : [];
  });
}

/** Parses the meta string of a fence, e.g. `norun="需要 GPU" {2,4-6} title="build.sh"`. */
export function parseFenceMeta(meta = ''): FenceMeta {
  const words = metaWords(meta);
  const title = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)')/.exec(meta);
  const numbers = /(?:^|\s)showLineNumbers(?:=(\d+))?(?=\s|$)/.exec(meta);
  return {
    title: title?.[1] ?? title?.[2],
    highlight: parseRanges(/\{([\d,\s-]*)\}/.exec(meta)?.[1] ?? ''),
    firstLine: numbers ? Number(numbers[1] ?? 1) : undefined,
    norun: norunReason(meta),
    role: words.includes('output') ? 'output' : words.includes('signature') ? 'signature' : 'code',
    side: words.includes('before') ? 'before' : words.includes('after') ? 'after' : undefined,
  };
}

const NEXT = /^\s*(?:#|\/\/|\/\*|<!--)\s*highlight-next-line\s*(?:\*\/|-->)?\s*$/;
const START = /^\s*(?:#|\/\/|\/\*|<!--)\s*highlight-start\s*(?:\*\/|-->)?\s*$/;
const END = /^\s*(?:#|\/\/|\/\*|<!--)\s*highlight-end\s*(?:\*\/|-->)?\s*$/;

/** Takes the comments that point out lines from the code and tells which lines they mean, counted from 1. */
export function takeMagicComments(code: string): {code: string; highlight: number[]} {
  const kept: string[] = [];
  const highlight: number[] = [];
  let inside = false;
  let next = false;
  for (const line of code.split('\n')) {
    if (NEXT.test(line)) {
      next = true;
    } else if (START.test(line)) {
      inside = true;
    } else if (END.test(line)) {
      inside = false;
    } else {
      kept.push(line);
      if (inside || next) {
        highlight.push(kept.length);
      }
      next = false;
    }
  }
  return {code: kept.join('\n'), highlight};
}

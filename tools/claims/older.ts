import type {Fence} from '../../src/site/fences';
import type {ClaimPage, ProseLine} from './page';
import type {Claim} from './prose';

/** The prose right before the code of an output and right after the output. */
function neighbours({prose, fences}: ClaimPage, output: Fence): (ProseLine | undefined)[] {
  let first = output;
  for (let i = fences.indexOf(output); i > 0 && fences[i]!.followsFence; i -= 1) {
    first = fences[i - 1]!;
  }
  let last = output;
  for (let i = fences.indexOf(output) + 1; fences[i]?.followsFence; i += 1) {
    last = fences[i]!;
  }
  return [prose.findLast(({line}) => line < first.line), prose.find(({line}) => line > last.endLine)];
}

const isHeading = ({text}: ProseLine) => text.startsWith('#');

/**
 * Outputs of a page of an older version that differ from those of the newest page while a paragraph beside them is the
 * same: its reason may be that of the other version.
 */
export function olderClaims(older: ClaimPage, newest: ClaimPage): Claim[] {
  const outputs = (page: ClaimPage) => page.fences.filter(({role}) => role === 'output');
  return outputs(older).flatMap((output) => {
    const [before, after] = neighbours(older, output);
    const same = [before, after].flatMap((paragraph, side): Claim[] => {
      if (!paragraph || isHeading(paragraph)) {
        return [];
      }
      const twins = outputs(newest).filter(
        (other) => neighbours(newest, other)[side]?.text === paragraph.text,
      );
      // Several outputs can share a paragraph; one that is equal to any of them has not changed.
      return twins.length > 0 && twins.every(({body}) => body !== output.body)
        ? [
            {
              line: paragraph.line,
              text: paragraph.text,
              notes: [
                `输出在第 ${output.line} 行，0.13.0 的在第 ${twins.map(({line}) => line).join('、')} 行，两者不同`,
              ],
            },
          ]
        : [];
    });
    return same;
  });
}

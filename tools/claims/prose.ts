import type {ClaimPage} from './page';

/** Something that runs do not check, for a reader to look up. */
export interface Claim {
  line: number;
  text: string;
  /** What is known of it, for the reader's eye: places in the source, or that there are none. */
  notes: string[];
}

/** Words that leave no exception, without the longer words in which they mean something else. */
const ABSOLUTE =
  /只(?![读见好])|仅|唯一|都(?!市)|每[个一次条种段处层项页行轮张台]|一律|一概|总是|总会|始终|永远|从不|从来|绝不|决不|多数|大多|几乎|什么也|谁也|没有关系|无关|一旦|全部|所有|任何|凡是|无论|不论|必须|必然|必定|一定|完全|完整|毫无|不可能|不会|不能|不再|最[大小多少快慢早晚好]|相同|等价|恰好|正好|直接决定|越[^来]/g;

/** Sentences with words without exception. */
export function absoluteClaims({prose}: ClaimPage): Claim[] {
  return prose.flatMap(({line, sentences}) =>
    sentences.flatMap(({text, words}): Claim[] => {
      const found = [...new Set(words.match(ABSOLUTE) ?? [])];
      return found.length > 0 ? [{line, text, notes: [`「${found.join('」「')}」`]}] : [];
    }),
  );
}

const NUMBER = /(?<![\w.\-/])\d+(?:,\d{3})*(?:\.\d+)?(?![\w.-]*\w)\s?%?/g;
const TRIVIAL = new Set(['0', '1', '2']);

/** Numbers in prose that no output on the page shows; 0, 1 and 2 aside. */
export function numberClaims({prose, fences}: ClaimPage): Claim[] {
  const holds = (text: string, number: string) =>
    new RegExp(`(?<![\\d.])${number.replace(/[.]/g, '\\.')}(?![\\d]|\\.\\d)`).test(
      text.replace(/(?<=\d),(?=\d{3})/g, ''),
    );
  const outputs = fences
    .filter(({role}) => role === 'output')
    .map(({body}) => body)
    .join('\n');
  const code = fences
    .filter(({role}) => role !== 'output')
    .map(({body}) => body)
    .join('\n');
  return prose.flatMap(({line, sentences}) =>
    sentences.flatMap(({text, words}): Claim[] => {
      const numbers = [...words.matchAll(NUMBER)]
        .map(([number]) => number.replaceAll(',', '').replace(/\s?%$/, '').trim())
        .filter((number) => !TRIVIAL.has(number) && !holds(outputs, number));
      const notes = [...new Set(numbers)].map(
        (number) => number + (holds(code, number) ? '（代码里有）' : ''),
      );
      return notes.length > 0 ? [{line, text, notes: [notes.join('、')]}] : [];
    }),
  );
}

const COMMAND =
  /^(sudo|apt(-get)?|pip3?|python3?|cmake|make|ninja|git|export|docker|adb|tvmc|npm|conda|ldd|nm|readelf|objdump|llvm-\w+|qemu-\w+|g\+\+|gcc|clang(\+\+)?)\s/;
const SETTING = /^[\w.[\]"'-]+\s*=\s*\S|^[\w.]+\([^()]*[^()\s][^()]*\)|^--?[a-z][\w-]*[ =]\S|;\s*\S/i;

/** Advice in inline code, commands and settings, that no code of the page that is run has. */
export function adviceClaims({prose, fences}: ClaimPage): Claim[] {
  const run = fences
    .filter(({role}) => role === 'run' || role === 'shell-run')
    .map(({body}) => body.replace(/\s+/g, ''))
    .join('\n');
  return prose.flatMap(({line, code}) =>
    code
      .filter((text) => COMMAND.test(text) || SETTING.test(text))
      .filter((text) => !run.includes(text.replace(/\s+/g, '')))
      .map((text) => ({line, text, notes: []})),
  );
}

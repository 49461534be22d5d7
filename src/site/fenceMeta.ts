/**
 * The words behind the language of a fence, each with all that it means, and their one reading. The runner, the page,
 * search and the checks go by it; a new word is an entry in `FENCE_WORDS`.
 */

/**
 * What a fence is for: `run`, Python that is executed; `norun`, Python that can't be, with a reason; `shell-run`, shell
 * commands that are executed; `shell`, whose syntax alone is checked; `output`, what the fence right above printed;
 * `signature`, a name of the API; `chart`, figures that outputs of the page hold.
 */
export const FENCE_ROLES = {
  run: {name: '运行的 Python', recorded: true, hashed: true, searched: true},
  norun: {name: '不运行的 Python', recorded: true, hashed: true, searched: true},
  'shell-run': {name: '运行的 Shell', recorded: true, hashed: true, searched: true},
  shell: {name: 'Shell', recorded: true, hashed: true, searched: true},
  output: {name: '输出', recorded: false, hashed: true, searched: false},
  signature: {name: '签名', recorded: false, hashed: false, searched: true},
  chart: {name: '图表', recorded: false, hashed: false, searched: false},
  other: {name: '其他代码', recorded: false, hashed: false, searched: true},
} as const;

export type FenceRole = keyof typeof FENCE_ROLES;

type Language = 'python' | 'shell' | 'chart' | 'other';

interface FenceWord {
  /** What stands behind it: nothing, `="text"`, one of some values, or a number that may be left out. */
  takes: 'nothing' | 'text' | 'number?' | readonly string[];
  /** Roles of the fences that it may stand on. */
  on: readonly FenceRole[];
  /** The role that it gives a fence, by the kind of language; the first of the list that gives one decides. */
  role?: Partial<Record<Language, FenceRole>>;
}

const CODE = ['run', 'norun', 'shell-run', 'shell', 'other'] as const;

export const FENCE_WORDS = {
  output: {takes: 'nothing', on: ['output'], role: {python: 'output', shell: 'output', other: 'output'}},
  signature: {takes: 'nothing', on: ['signature'], role: {python: 'signature'}},
  norun: {takes: 'text', on: ['norun', 'shell'], role: {python: 'norun'}},
  run: {takes: 'nothing', on: ['shell-run'], role: {shell: 'shell-run'}},
  before: {takes: 'nothing', on: ['output']},
  after: {takes: 'nothing', on: ['output']},
  measured: {takes: 'nothing', on: ['output', 'chart']},
  fold: {takes: 'text', on: [...CODE, 'output']},
  step: {takes: 'text', on: ['run', 'norun', 'shell-run']},
  title: {takes: 'text', on: [...CODE, 'output', 'chart']},
  showLineNumbers: {takes: 'number?', on: [...CODE, 'output']},
  unit: {takes: 'text', on: ['chart']},
  scale: {takes: ['linear', 'log'], on: ['chart']},
} as const satisfies Record<string, FenceWord>;

export type FenceWordName = keyof typeof FENCE_WORDS;

const LANGUAGES: Record<string, Language> = {
  python: 'python',
  py: 'python',
  python3: 'python',
  bash: 'shell',
  sh: 'shell',
  shell: 'shell',
  chart: 'chart',
};

const ROLE_OF_LANGUAGE: Record<Language, FenceRole> = {
  python: 'run',
  shell: 'shell',
  chart: 'chart',
  other: 'other',
};

/** A word of a meta string as it is written, with what stands behind its `=`. */
export interface MetaWord {
  name: string;
  value?: string;
}

export interface FenceMeta {
  role: FenceRole;
  /** All words in order, known or not; the ranges of lines are not among them. */
  words: MetaWord[];
  title?: string;
  /** Lines to point out, counted from 1. */
  highlight: number[];
  /** Number of the first line where line numbers are shown, else undefined. */
  firstLine?: number;
  /** Why the code is not run; empty where the page gives no reason. */
  norun?: string;
  /** Of two outputs that belong together, which one. */
  side?: 'before' | 'after';
  /** Name of the step that it begins, in a sequence that readers go through one at a time. */
  step?: string;
  /** Title under which the fence is folded. */
  fold?: string;
  /** Whether its figures vary from machine to machine. */
  measured: boolean;
  unit?: string;
  scale?: string;
}

const PARTS = /\{([\d,\s-]*)\}|([^\s=]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S*)))?/g;

function parseRanges(ranges: string): number[] {
  return ranges.split(',').flatMap((part) => {
    const [from = NaN, to = from] = part.split('-').map(Number);
    return from >= 1 && to >= from ? Array.from({length: to - from + 1}, (_, i) => from + i) : [];
  });
}

function findRole(language: Language, has: (name: string) => boolean): FenceRole {
  const words = Object.entries(FENCE_WORDS) as [string, FenceWord][];
  const giver = words.find(([name, {role}]) => role?.[language] && has(name));
  return giver?.[1].role![language] ?? ROLE_OF_LANGUAGE[language];
}

/** Reads what stands behind the language of a fence, e.g. `norun="需要 GPU" {2,4-6} title="build.sh"`. */
export function parseFenceMeta(language: string, meta = ''): FenceMeta {
  const parts = [...meta.matchAll(PARTS)];
  const words = parts.flatMap(([, , name, ...values]): MetaWord[] =>
    name === undefined ? [] : [{name, value: values.find((value) => value !== undefined)}],
  );
  const find = (name: FenceWordName) => words.find((word) => word.name === name);
  const numbers = find('showLineNumbers');
  const norun = find('norun');
  return {
    role: findRole(LANGUAGES[language] ?? 'other', (name) => words.some((word) => word.name === name)),
    words,
    highlight: parts.flatMap(([, ranges]) => (ranges === undefined ? [] : parseRanges(ranges))),
    title: find('title')?.value,
    firstLine: numbers && Number(numbers.value ?? 1),
    norun: norun && (norun.value ?? '').trim(),
    side: find('before') ? 'before' : find('after') ? 'after' : undefined,
    step: find('step')?.value,
    fold: find('fold')?.value,
    measured: find('measured') !== undefined,
    unit: find('unit')?.value,
    scale: find('scale')?.value,
  };
}

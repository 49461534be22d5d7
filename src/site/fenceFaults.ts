import {chartProblems, measuredOutputs} from './charts';
import {FENCE_ROLES, FENCE_WORDS, type FenceMeta, type FenceRole, type FenceWordName} from './fenceMeta';
import type {Fence} from './fences';
import {nearest} from './nearest';

/** What is wrong with a fence, and what to do about it. */
export interface FenceFault {
  /** Line of the opening fence, or of the row of a chart. */
  line: number;
  problem: string;
  cure: string;
}

const NAMES = Object.keys(FENCE_WORDS) as FenceWordName[];

/** Languages of code that pages may show; a misspelt one would not be run, nor coloured. */
const CODE_LANGUAGES =
  `python py python3 bash sh shell text relay c cpp llvm chart docker dockerfile json ini diff yaml toml xml html
css js jsx ts tsx java rust go cmake makefile verilog markdown md mdx`.split(/\s+/);

function languageFaults({language, line}: Fence): FenceFault[] {
  if (language === '' || language.startsWith('{') || CODE_LANGUAGES.includes(language.toLowerCase())) {
    return [];
  }
  const [near] = nearest(language, CODE_LANGUAGES);
  return [
    {
      line,
      problem: `代码块没有「${language}」这种语言，不会运行也不会着色`,
      cure: near ? `改成 ${near}` : '写成 text，或在 src/site/fenceFaults.ts 里加上它',
    },
  ];
}

function unknownWord(name: string): Omit<FenceFault, 'line'> {
  const [near] = nearest(name, NAMES);
  const all = `可用的有 ${NAMES.join('、')} 和行号 {1,3-5}`;
  return {problem: `代码块没有「${name}」这个标记`, cure: near ? `改成 ${near}；${all}` : all};
}

/** Why what stands behind a word can't be used; undefined where it can. */
function wrongValue(name: FenceWordName, value: string | undefined): string | undefined {
  const {takes} = FENCE_WORDS[name];
  if (takes === 'nothing') {
    return value === undefined ? undefined : `只写 ${name}，后面没有等号`;
  }
  if (takes === 'number?') {
    return value === undefined || /^[1-9]\d*$/.test(value) ? undefined : `写成 ${name} 或 ${name}=1`;
  }
  if (takes === 'text') {
    return value?.trim() && !/^["']/.test(value) ? undefined : `写成 ${name}="文字"，引号要成对`;
  }
  return takes.some((one) => one === value)
    ? undefined
    : `写成 ${takes.map((one) => `${name}="${one}"`).join(' 或 ')}`;
}

function wordFaults({role, words}: FenceMeta): Omit<FenceFault, 'line'>[] {
  return words.flatMap(({name, value}, at) => {
    if (!(name in FENCE_WORDS)) {
      return [unknownWord(name)];
    }
    const known = name as FenceWordName;
    const on: readonly FenceRole[] = FENCE_WORDS[known].on;
    if (!on.includes(role)) {
      const places = on.map((one) => FENCE_ROLES[one].name).join('、');
      const problem = `「${name}」不能用在「${FENCE_ROLES[role].name}」代码块上`;
      return [{problem, cure: `删去它；它用在这几种上：${places}`}];
    }
    if (words.findIndex((word) => word.name === name) < at) {
      return [{problem: `「${name}」写了两次`, cure: '删去一个'}];
    }
    const cure = wrongValue(known, value);
    return cure === undefined ? [] : [{problem: `「${name}」的值有误`, cure}];
  });
}

/** A fence that takes what follows into itself: up to the end of the page, or with the next fence. */
function openFaults({line, body, marker, isClosed}: Fence): FenceFault[] {
  const lines = body.split('\n');
  const next = lines.findIndex((text) => text.trim().startsWith(marker) && /^[`~]+\w/.test(text.trim()));
  const swallowed =
    next >= 0 ? `第 ${line + 1 + next} 行的代码块` : isClosed ? undefined : '它后面的全部内容';
  return swallowed === undefined
    ? []
    : [
        {
          line,
          problem: `代码块没有结尾，${swallowed}会显示成它的代码`,
          cure: `在代码的后面写一行 ${marker}；要在代码块里显示代码块，外面的一层多写一个 ${marker[0]!}`,
        },
      ];
}

/** What is wrong with the fences of a page: their ends, their words, and the rows of their charts. */
export function fenceFaults(fences: readonly Fence[]): FenceFault[] {
  const outputs = measuredOutputs(fences);
  return fences.flatMap((fence) => [
    ...openFaults(fence),
    ...languageFaults(fence),
    ...wordFaults(fence.meta).map((fault) => ({line: fence.line, ...fault})),
    ...(fence.role === 'chart' ? chartProblems(fence, outputs) : []).map(({line, ...fault}) => ({
      line: fence.line + line,
      ...fault,
    })),
  ]);
}

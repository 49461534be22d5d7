import type {LoadedContent as DocsContent} from '@docusaurus/plugin-content-docs';
import {readChart} from '../site/charts';
import type {Fence} from '../site/fences';
import type {HomeLesson} from '../site/homePage';
import {drawChart} from '../rehype/codeBlocks/chart';
import {highlightMarked} from '../rehype/codeBlocks/highlight';
import {readMeasurements} from '../content/exampleRecords';
import {type Page, readPage} from '../content/pages';

/** The lesson whose first step the home page shows, and the call that is the step. */
const LESSON = 'docs/tutorial/tensor_expr.md';
const STEP = '.reorder(';

/** Functions that a page defines for itself, folded: what calls them is no part of what a reader would write. */
function helpersOf(fences: readonly Fence[]): string[] {
  return fences
    .filter(({meta}) => meta.fold !== undefined)
    .flatMap(({body}) => [...body.matchAll(/^def (\w+)\(/gm)].map(([, name]) => name!));
}

function withoutCalls(body: string, helpers: readonly string[]): string[] {
  return body.split('\n').filter((line) => !helpers.some((name) => line.startsWith(`${name}(`)));
}

function missing(what: string): never {
  throw new Error(`首页展示的 ${LESSON} 里没有${what}。办法：照这一课现在的写法改 src/build/homeLesson.ts`);
}

/** The step, the computation before it, the loops after it, and the chart of all steps, as the lesson has them now. */
export function readLesson(page: Page): Omit<HomeLesson, 'permalink' | 'measured'> {
  const {fences} = page;
  const helpers = helpersOf(fences);
  const isProgram = ({language, role, meta}: Fence) =>
    language === 'python' && role !== 'output' && meta.fold === undefined;
  const at = fences.findIndex((fence) => isProgram(fence) && fence.body.includes(STEP));
  const step = fences[at] ?? missing(`含 ${STEP} 的代码`);
  const computation =
    fences.slice(0, at).findLast((fence) => isProgram(fence) && fence.body.includes('te.compute(')) ??
    missing('这一步以前的 te.compute');
  const loops =
    fences.slice(at).find(({role, language}) => role === 'output' && language === 'python') ??
    missing('这一步以后打印的循环');
  const chart = fences.find(({role}) => role === 'chart') ?? missing('图表');
  const [before, own] = [computation, step].map(({body}) => withoutCalls(body, helpers)) as [
    string[],
    string[],
  ];
  // What the step begins anew is written once.
  const code = [...before.filter((line) => !own.includes(line)), '', ...own]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return {
    code: highlightMarked(code, 'python'),
    loops: highlightMarked(loops.body, 'python'),
    chart: JSON.stringify(drawChart(readChart(chart.body), chart.meta.scale)),
    title: chart.meta.title,
    unit: chart.meta.unit,
    isLog: chart.meta.scale === 'log',
  };
}

/** What the home page shows of the lesson; undefined where the site does not have it. */
export function homeLesson(
  siteDir: string,
  docs: DocsContent['loadedVersions'][number] | undefined,
): HomeLesson | undefined {
  const doc = docs?.docs.find(({source}) => source === `@site/${LESSON}`);
  if (!doc) {
    return undefined;
  }
  const measurement = readMeasurements(siteDir).get(LESSON);
  const {outputs: _, ...machine} = measurement ?? missing('测得的数字');
  return {
    ...readLesson(readPage(siteDir, LESSON)),
    permalink: doc.permalink,
    measured: JSON.stringify(machine),
  };
}

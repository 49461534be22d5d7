/** `npm test` and `npm run check`: runs the checks of the project, the fast ones side by side, and counts. */
import {availableParallelism} from 'node:os';
import path from 'node:path';
import pMap from 'p-map';
import {runCommand, UsageError} from './commandLine';
import {showAtOnce} from './testing/command';
import {nearest} from '../src/site/nearest';
import {type Counts, type Step, type StepOptions, STEPS} from './testing/steps';

const ROOT = path.resolve(__dirname, '..');

interface Result extends Counts {
  step: Step;
  seconds: number;
  skipped?: string;
}

function chooseSteps(fast: boolean, only: readonly string[]): Step[] {
  const unknown = only.find((id) => !STEPS.some((step) => step.id === id));
  if (unknown !== undefined) {
    const [near] = nearest(unknown, IDS);
    throw new UsageError(`没有叫「${unknown}」的检查${near ? `；要的也许是 ${near}` : ''}`);
  }
  return STEPS.filter((step) => (only.length > 0 ? only.includes(step.id) : !fast || step.fast));
}

async function runStep(step: Step, title: string, options: StepOptions): Promise<Result> {
  const {print} = options;
  print(`\n── ${title} ──\n`);
  const start = Date.now();
  const counts = await step.run(ROOT, options).catch((error: unknown): Counts => {
    print(`${String(error)}\n`);
    return {passed: 0, failed: 1};
  });
  return {step, seconds: Math.round((Date.now() - start) / 1000), ...counts};
}

async function runSteps(steps: readonly Step[], all: boolean): Promise<Result[]> {
  const titleOf = (step: Step) => `${steps.indexOf(step) + 1}/${steps.length} ${step.title}`;
  // Each has the screen for itself: what it prints is shown when it is done, if anything failed.
  const results = await pMap(
    steps.filter(({fast}) => fast),
    async (step) => {
      let shown = '';
      const result = await runStep(step, titleOf(step), {all, print: (text) => (shown += text)});
      if (result.failed > 0) {
        showAtOnce(shown);
      }
      return result;
    },
    {concurrency: availableParallelism()},
  );
  for (const step of steps.filter(({fast}) => !fast)) {
    const broken = results.find(({step: {id}, failed}) => id === step.needs && failed > 0);
    results.push(
      broken
        ? {step, seconds: 0, passed: 0, failed: 1, skipped: broken.step.title}
        : await runStep(step, titleOf(step), {all, print: showAtOnce}),
    );
  }
  return results;
}

function report(results: readonly Result[]): void {
  console.log('\n── 结果 ──');
  for (const {step, seconds, passed, failed, skipped} of results) {
    if (skipped) {
      console.log(`✗ ${step.title}：没有运行，因为「${skipped}」没有通过`);
    } else {
      console.log(
        `${failed > 0 ? '✗' : '✓'} ${step.title}：${passed} 项通过，${failed} 项失败（${seconds} 秒）`,
      );
      if (failed > 0) {
        console.log(`    办法：${step.cure}`);
      }
    }
  }
}

const IDS = STEPS.map(({id}) => id);

const USAGE = `用法：
  npm run check -- [选项]   只跑快的检查，不用构建
  npm test -- [选项]        跑全部检查；npm run test:all 让浏览器打开每一个页面

  --only 名称  只跑这几项，用逗号分隔；要用的构建结果是上一次的
  --all        浏览器打开每一个页面，不是每种一个和改过的
  --fast       只跑快的检查（npm run check）

名称：
${STEPS.map(({id, title, fast}) => `  ${id.padEnd(10)}${title}${fast ? '' : '（不在 npm run check 里）'}`).join('\n')}
`;

const OPTIONS = {
  fast: {type: 'boolean', default: false},
  all: {type: 'boolean', default: false},
  only: {type: 'string', multiple: true},
} as const;

runCommand({usage: USAGE, options: OPTIONS}, async ({values: {fast, all, only = []}}) => {
  const results = await runSteps(
    chooseSteps(
      fast,
      only.flatMap((ids) => ids.split(',')),
    ),
    all,
  );
  report(results);
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  const failed = sum('failed');
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
  return failed > 0 || sum('passed') === 0 ? 1 : 0;
});

/**
 * Runs all checks of the project, the fast ones side by side, and closes with `N passed, N failed`.
 *
 * usage: tsx tools/test.ts [--fast] [--all] [--only id,…]
 *   --fast  only those that need no build (`npm run check`)
 *   --all   the browser opens every page, not one of each kind and the changed ones (`npm run test:all`)
 *   --only  only the steps of these names (`--only pages,text`), and what they need stays as it was built before
 */
import {availableParallelism} from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {showAtOnce} from './testing/command';
import {inParallel} from './testing/inParallel';
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
    throw new Error(`没有叫「${unknown}」的检查；现有：${STEPS.map(({id}) => id).join('、')}`);
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
  // Each has the screen for itself: what it prints is shown when it is done.
  const results = await inParallel(
    steps.filter(({fast}) => fast),
    availableParallelism(),
    async (step) => {
      let shown = '';
      const result = await runStep(step, titleOf(step), {all, print: (text) => (shown += text)});
      showAtOnce(shown);
      return result;
    },
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
  for (const {step, seconds, passed, failed, faults, skipped} of results) {
    if (skipped) {
      console.log(`✗ ${step.title}：没有运行，因为「${skipped}」没有通过`);
    } else {
      console.log(
        `${failed > 0 ? '✗' : '✓'} ${step.title}：${passed} 项通过，${failed} 项失败（${seconds} 秒）`,
      );
      if (failed > 0) {
        faults?.forEach((fault) => console.log(`    ${fault}`));
        console.log(`    办法：${step.cure}`);
      }
    }
  }
}

async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {
      fast: {type: 'boolean', default: false},
      all: {type: 'boolean', default: false},
      only: {type: 'string', multiple: true, default: []},
    },
  });
  const results = await runSteps(
    chooseSteps(
      values.fast,
      values.only.flatMap((ids) => ids.split(',')),
    ),
    values.all,
  );
  report(results);
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0);
  const failed = sum('failed');
  process.exitCode = failed > 0 || sum('passed') === 0 ? 1 : 0;
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
}

void main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

/**
 * Runs all checks of the project, one after the other, and closes with `N passed, N failed`.
 *
 * usage: tsx tools/test.ts [--fast] [--all] [--only id]…
 *   --fast  only those that need no build (`npm run check`)
 *   --all   the browser opens every page, not one of each kind and the changed ones (`npm run test:all`)
 *   --only  only the step of that name, and what it needs stays as it was built before; may be given more than once
 */
import path from 'node:path';
import {parseArgs} from 'node:util';
import {type Counts, type Step, STEPS} from './testing/steps';

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

async function runSteps(steps: readonly Step[], all: boolean): Promise<Result[]> {
  const results: Result[] = [];
  for (const [i, step] of steps.entries()) {
    const broken = results.find(({step: {id}, failed}) => id === step.needs && failed > 0);
    if (broken) {
      results.push({step, seconds: 0, passed: 0, failed: 1, skipped: broken.step.title});
      continue;
    }
    console.log(`\n── ${i + 1}/${steps.length} ${step.title} ──`);
    const start = Date.now();
    const counts = await step.run(ROOT, all).catch((error: unknown): Counts => {
      console.error(error);
      return {passed: 0, failed: 1};
    });
    results.push({step, seconds: Math.round((Date.now() - start) / 1000), ...counts});
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

async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {
      fast: {type: 'boolean', default: false},
      all: {type: 'boolean', default: false},
      only: {type: 'string', multiple: true, default: []},
    },
  });
  const results = await runSteps(chooseSteps(values.fast, values.only), values.all);
  report(results);
  const sum = (key: keyof Counts) => results.reduce((total, result) => total + result[key], 0);
  const failed = sum('failed');
  process.exitCode = failed > 0 || sum('passed') === 0 ? 1 : 0;
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
}

void main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

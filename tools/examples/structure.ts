import {codeFences, outputOf} from '../../src/site/fences';
import type {ExamplePage} from './pages';
import type {Problem} from './problems';

/** Faults that the page shows by itself: outputs that belong to nothing, fences not run for no reason. */
export function structureProblems({path, fences, code}: Pick<ExamplePage, 'path' | 'fences' | 'code'>): Problem[] {
  const owned = new Set(
    codeFences(fences)
      .filter((f) => f.role === 'run' || f.role === 'shell-run')
      .map((f) => outputOf(fences, f)),
  );
  const orphans = fences
    .filter((f) => f.role === 'output' && !owned.has(f))
    .map((f): Problem => {
      const message = '输出块上方没有运行的代码块';
      return {kind: 'output-orphan', page: path, line: f.line, fence: 0, message};
    });
  const unexplained = code
    .filter((f) => f.role === 'norun' && !f.reason)
    .map((f): Problem => {
      const message = 'norun 没有写原因';
      return {kind: 'reason-missing', page: path, line: f.line, fence: code.indexOf(f) + 1, message};
    });
  return [...orphans, ...unexplained];
}

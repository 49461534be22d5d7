/**
 * Compares the pages with the records of their last run; needs neither Python nor TVM. Part of `npm test`.
 *
 * usage: tsx tools/examples/check.ts [--site DIR]
 */
import path from 'node:path';
import {parseArgs} from 'node:util';
import {checkSite} from './audit';
import {formatProblem} from './problems';

function main(): void {
  const {values} = parseArgs({options: {site: {type: 'string', default: process.cwd()}}});
  const {pages, varied, problems} = checkSite(path.resolve(values.site));
  for (const problem of problems) {
    console.error(formatProblem(problem));
  }
  const faulty = new Set(problems.map((problem) => problem.page)).size;
  const waiting = [...new Set(problems.filter(({kind}) => kind === 'stale').map(({page}) => page))];
  if (waiting.length > 0) {
    console.log(`等维护者运行的页面（${waiting.length}）：\n${waiting.map((page) => `  ${page}`).join('\n')}`);
  }
  console.log(problems.length > 0 ? `示例检查：${problems.length} 处不合格` : '示例检查：全部与运行记录相符');
  console.log(`${pages} 页里有 ${varied} 页换过线程数和向量宽度，输出不变`);
  console.log(`${Math.max(0, pages - faulty)} passed, ${faulty} failed`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

main();

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
  const {pages, varied, problems, broken} = checkSite(path.resolve(values.site));
  for (const problem of problems) {
    console.error(formatProblem(problem));
  }
  if (broken.length > 0) {
    console.error(`先改正这几页本身的错误（npm run check -- --only pages），再核对运行记录：\n  ${broken.join('\n  ')}`);
  }
  const faulty = new Set([...problems.map(({page}) => page), ...broken]).size;
  console.log(faulty > 0 ? `示例检查：${faulty} 页不合格` : '示例检查：全部与运行记录相符');
  console.log(`${pages} 页里有 ${varied} 页换过线程数和向量宽度，输出不变`);
  console.log(`${Math.max(0, pages - faulty)} passed, ${faulty} failed`);
  process.exitCode = faulty > 0 ? 1 : 0;
}

main();

/** `npm run examples:check`: compares the pages with the records of their last run; needs neither Python nor TVM. */
import path from 'node:path';
import {runCommand} from '../commandLine';
import {checkSite} from './audit';
import {formatProblem} from './problems';

const USAGE = `用法：npm run examples:check

不用 TVM，只核对每一页的代码和输出与上次运行的记录是否相同。

  --site 目录  站点的根目录，默认当前目录
`;

const OPTIONS = {site: {type: 'string', default: process.cwd()}} as const;

runCommand({usage: USAGE, options: OPTIONS}, ({values}) => {
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
  return faulty > 0 ? 1 : 0;
});

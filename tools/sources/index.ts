/** `npm run sources`: finds the lines of TVM's source that the pages link to and writes them to `data/sources/`. */
import path from 'node:path';
import {runCommand, UsageError} from '../commandLine';
import {formatFaults, stopOnFaults} from '../../src/content/checks/fault';
import {syntaxFault} from '../../src/content/checks/frontMatter';
import {readPages} from '../../src/content/pages';
import {updateBuildOptions} from './buildOptions';
import {TaggedSource} from './tags';
import {pruneRecords, updateRecords} from './update';

const USAGE = `用法：npm run sources -- --tvm 目录

为页面里的每个 [\`符号\`](tvm:路径) 在发布标签上找到那一行，记入 data/sources/<版本>.json；
各版本的构建选项记入 data/build-options.json。

  --tvm 目录   有标签 v0.13.0、v0.12.0、v0.10.0 的 TVM 克隆，带不带工作区都可以
  --prune      不找，只删去没有页面用到的记录；不需要 TVM
  --site 目录  站点的根目录，默认当前目录
`;

const OPTIONS = {
  tvm: {type: 'string'},
  prune: {type: 'boolean', default: false},
  site: {type: 'string', default: process.cwd()},
} as const;

runCommand({usage: USAGE, options: OPTIONS}, ({values}) => {
  const siteDir = path.resolve(values.site);
  const pages = readPages(siteDir);
  stopOnFaults(pages.flatMap((page) => syntaxFault(page) ?? []));
  if (values.prune) {
    console.log(`删去了 ${pruneRecords(siteDir, pages)} 条没有用到的记录`);
    return 0;
  }
  if (!values.tvm) {
    throw new UsageError('要写 --tvm 目录：任何一份有发布标签的 TVM 克隆');
  }
  const tags = new TaggedSource(values.tvm);
  const {faults, links, records} = updateRecords(siteDir, pages, tags);
  updateBuildOptions(siteDir, tags);
  if (faults.length > 0) {
    console.error(formatFaults(faults));
  }
  console.log(`${links} 处链接指向 ${records} 行源代码，已记入 data/sources/；${faults.length} 处要改`);
  return faults.length > 0 ? 1 : 0;
});

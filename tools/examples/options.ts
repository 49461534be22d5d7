import path from 'node:path';
import {readLine, UsageError} from '../commandLine';
import {getVersion} from '../../src/site/versions';
import type {Isolation} from './sandbox';
import type {Page} from '../../src/content/pages';

const USAGE = `用法：npm run examples -- [选项]

在真实的 TVM 上运行页面里的示例，与页面上的输出比较，把结果记入 examples/results/。

  --page 页面      只运行这一页，可重复；写路径或它的结尾，如 tutorial/quick_start
  --version 版本   只运行这个版本的页面，可重复，如 0.12.0
  --changed        只运行代码、输出或环境在上次运行之后改过的，和上次失败的
  --write          把真实输出写进页面的输出块
  --measure        与 --write 一起：measured 输出里的数字也换成这次测得的；不写时，只有数字不同就不换
  --vary           每页再用别的线程数、向量宽度和散列种子运行一次，输出不同就算失败；
                   与 --changed 一起时，还没有这样核对过的页面也运行
  --jobs N         同时运行的页数，默认 1（页面里有时间的比较，多了会互相干扰）
  --timeout 秒     每页的时限，默认 600
  --memory GiB     每页的内存上限，默认 6
  --isolation 方式 auto（默认）、namespace（Linux 命名空间，没有就不运行）或 guard（只在 Python 层拦截）
  --available      没有解释器的版本用一行说明并略过，缺少所需的页面也是，不算失败（供 CI 用）
  --needs          不运行，只打印运行全部页面要的软件包、构建选项和命令，按从头准备的次序
  --exported       运行页面导出的脚本和 Notebook，而不是页面本身，与页面上的输出比较；不记录
  --drop 页面      不运行，删去这一页的记录，可重复；写页面现在或原来的路径
  --site 目录      站点的根目录，默认当前目录

解释器：环境变量 TVM_PYTHON_0_13_0 等，否则 $XDG_DATA_HOME/tvm-docs/<版本>/bin/python。
`;

export interface Options {
  root: string;
  pages: string[];
  versions: string[];
  changed: boolean;
  write: boolean;
  measure: boolean;
  available: boolean;
  needs: boolean;
  exported: boolean;
  drop: string[];
  vary: boolean;
  jobs: number;
  timeoutSeconds: number;
  memoryGiB: number;
  isolation: Isolation | 'auto';
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) {
    throw new UsageError(`--${name} 要一个正数，得到「${text}」`);
  }
  return value;
}

function isolationOf(text: string): Options['isolation'] {
  if (text !== 'auto' && text !== 'namespace' && text !== 'guard') {
    throw new UsageError(`--isolation 只能是 auto、namespace 或 guard，得到「${text}」`);
  }
  return text;
}

const OPTIONS = {
  page: {type: 'string', multiple: true, default: [] as string[]},
  version: {type: 'string', multiple: true, default: [] as string[]},
  changed: {type: 'boolean', default: false},
  write: {type: 'boolean', default: false},
  measure: {type: 'boolean', default: false},
  available: {type: 'boolean', default: false},
  needs: {type: 'boolean', default: false},
  exported: {type: 'boolean', default: false},
  drop: {type: 'string', multiple: true, default: [] as string[]},
  vary: {type: 'boolean', default: false},
  jobs: {type: 'string', default: '1'},
  timeout: {type: 'string', default: '600'},
  memory: {type: 'string', default: '6'},
  isolation: {type: 'string', default: 'auto'},
  site: {type: 'string', default: process.cwd()},
} as const;

/** How the command is called. */
export const COMMAND = {usage: USAGE, options: OPTIONS};

/**
 * Reads a command line.
 *
 * @throws UsageError where an option is unknown or its value can't be used
 */
export function readOptions(args: readonly string[]): Options {
  return optionsOf(readLine(COMMAND, args).values);
}

/** What the options of a command line mean. @throws UsageError where a value can't be used */
export function optionsOf(values: ReturnType<typeof readLine<typeof OPTIONS>>['values']): Options {
  if (values.measure && !values.write) {
    throw new UsageError('--measure 要与 --write 一起用：npm run examples -- --page 页面 --write --measure');
  }
  return {
    root: path.resolve(values.site),
    pages: values.page,
    versions: values.version.map((name) => getVersion(name).release),
    changed: values.changed,
    write: values.write,
    measure: values.measure,
    available: values.available,
    needs: values.needs,
    exported: values.exported,
    drop: values.drop,
    vary: values.vary,
    jobs: Math.floor(positive('jobs', values.jobs)),
    timeoutSeconds: positive('timeout', values.timeout),
    memoryGiB: positive('memory', values.memory),
    isolation: isolationOf(values.isolation),
  };
}

const withoutExtension = (name: string) => name.replace(/\.mdx?$/, '');

/**
 * The pages that an option names: by their whole path or by the end of it, with or without extension.
 *
 * @throws Error where a name fits no page
 */
export function selectPages(pages: readonly Page[], names: readonly string[]): Page[] {
  if (names.length === 0) {
    return [...pages];
  }
  const chosen = names.flatMap((name) => {
    const wanted = withoutExtension(name.replace(/\\/g, '/').replace(/^\.\//, ''));
    const found = pages.filter((page) => `/${withoutExtension(page.file)}`.endsWith(`/${wanted}`));
    const exact = found.filter((page) => withoutExtension(page.file) === wanted);
    if (found.length === 0) {
      throw new Error(`没有页面「${name}」。办法：写站点根目录下的路径，如 docs/tutorial/quick_start.md`);
    }
    return exact.length > 0 ? exact : found;
  });
  return pages.filter((page) => chosen.includes(page));
}

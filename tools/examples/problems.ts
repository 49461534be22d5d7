/** What can be wrong with an example, and what its author can do about it. */
export const CURES = {
  raised: '修正代码；若它在这里确实不能执行，在代码块上写 norun="原因"',
  syntax: '修正语法；行号是 Markdown 文件里的行号',
  package:
    '装上缺少的包，并把它写进 examples/requirements-<环境>.txt；或给页面换一个环境（文首 environment:）',
  outside: '只写进当前目录（开始时是空的）或 tempfile 给出的目录',
  network: '示例不能用网络，只有回环地址可用：在页面里造数据和模型，或写 norun="原因"',
  timeout: '减少试验次数或缩小模型；若确实要这么久，用 --timeout 秒数 重试',
  memory: '缩小模型或数据；若确实要这么多内存，用 --memory GiB 重试',
  flood: '只打印要紧的部分',
  binary: '不要直接打印二进制内容：打印长度、十六进制或摘要',
  crash: '解释器在这一行崩溃：换一种写法避开，或写 norun="原因" 并在正文说明',
  exit: '不要在示例里结束解释器（os._exit、sys.exit）',
  'output-differs': '核对后用 --write 写入真实输出，并改正引用它的正文',
  unmeasured: '用 --write 写入这次测得的数字；要换掉已经测得的数字，用 --write --measure',
  varies:
    '不要打印随处理器、线程数或散列种子变化的内容：训练用 float64 或整数、单线程和固定的核函数，随页附上权重，打印有余量的比较结果，或把输出标为 measured',
  'output-missing': '在代码块正下方加一个 ```text output 块，再用 --write 写入',
  'output-orphan': '输出块要紧跟在打印它的代码块之后，两者之间只能有空行；没有运行过的输出不要写',
  'reason-missing': '写成 norun="不能运行的原因"',
  name: '改用这个版本里有的名称（见 data/api/<版本>.json）',
  keyword: '改用这个版本的参数名',
  'shell-syntax': '修正命令的语法；不要写提示符，也不要把输出混进命令',
  tvmc: '改用 tvmc 在这个版本里有的子命令和选项（见 tvmc <子命令> --help）',
  stale:
    '有 TVM 就运行 npm run examples -- --page <页面>，与记录一起提交；没有就照样提交，由维护者运行。在任何机器上都不能运行的代码块，写 norun="原因"',
  failed: '运行 npm run examples -- --page <页面> 看详情，改好后再运行一次',
  packages: '按 examples/requirements-<环境>.txt 装好环境再运行这一页，或更新该文件',
  version: '在文首写 tvm: <版本>，例如 tvm: 0.13.0',
  record: '页面改了名就运行新的页面；再用 npm run examples -- --drop <页面> 删去这份记录',
} as const;

export type ProblemKind = keyof typeof CURES;

export interface Problem {
  kind: ProblemKind;
  page: string;
  /** Line in the Markdown file, from 1. */
  line: number;
  /** Which of the page's code fences, from 1; 0 for the page as a whole. */
  fence: number;
  message: string;
  /** More lines for the author: a traceback, a comparison. */
  detail?: string;
}

/** The report of one problem: place, what is wrong, the cure, and the detail indented below. */
export function formatProblem({kind, page, line, fence, message, detail}: Problem): string {
  const cure = CURES[kind].replace('<页面>', page);
  const place = fence > 0 ? `${page}:${line}（第 ${fence} 段）` : `${page}:${line}`;
  const more = detail ? `\n${detail.trimEnd().replace(/^/gm, '    ')}` : '';
  return `${place}：${message}\n  办法：${cure}${more}`;
}

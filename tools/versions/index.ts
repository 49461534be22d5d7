/** `npm run versions`: keeps the pages of the versions in step. */
import path from 'node:path';
import {runCommand, UsageError} from '../commandLine';
import {nearest} from '../../src/site/nearest';
import {getVersion, LATEST} from '../../src/site/versions';
import {TaggedSource} from '../sources/tags';
import {carry, settle} from './carry';
import {formatFaults} from '../../src/content/checks/fault';
import {COLOURS, formatDiff, SIGNS} from './compare';
import {carryBack, correctionFaults, findCorrections} from './corrections';
import {findDrift, formatDrift} from './drift';
import {beginRelease} from './next';
import {lagging, OLDER, readTwins, selectTwins} from './pages';
import {HistoryProblem} from './record';
import {formatStatus} from './status';

const USAGE = `用法：npm run versions -- 命令

  status [--version 版本]       哪些旧版本的页面落后于 ${LATEST.release}，差多少处
  diff 页面 [版本 版本]         两个版本的页面并排，标出不同的词；不写版本时与 ${LATEST.release} 比较
  carry 页面… [--version 版本]  把 ${LATEST.release} 的页面改了的地方带到旧版本：逐句合并，旧版本自己的不同都留下；
                                代码变了而这里有那个版本的 TVM，就运行并写入输出；最后列出要由人核对的地方
    --tvm 目录                  有发布标签的 TVM 克隆：找源码链接，核对引用的消息和选项
    --all                       所有落后的页面，重写过的除外
    --newest                    两边都改了的地方用 ${LATEST.release} 的，列出没有留下的
    --take                      整页换成 ${LATEST.release} 的
    --settled                   不合并：冲突已经解决，或页面已经对照 ${LATEST.release} 读过，记下它们同步了
  carry --back [页面…]          列出旧版本改正了、别的版本一字未动的句子
    --write                     写进那些页面
  check                         有没有只在一个版本里改了的句子；npm run check 也运行它
  drift 标签 --tvm 目录         从 ${LATEST.tag} 到那个标签，哪些页面背后的源代码改得最多
  new 版本 --tvm 目录           把 ${LATEST.release} 的页面存为旧版本，开始下一个版本：清单、API 条目的签名、源码链接、
                                路由都由它做，最后列出要重写的地方；停下以后可以再运行

  --site 目录                   站点的根目录，默认当前目录
`;

const OPTIONS = {
  version: {type: 'string'},
  tvm: {type: 'string'},
  all: {type: 'boolean', default: false},
  newest: {type: 'boolean', default: false},
  take: {type: 'boolean', default: false},
  settled: {type: 'boolean', default: false},
  back: {type: 'boolean', default: false},
  write: {type: 'boolean', default: false},
  site: {type: 'string', default: process.cwd()},
} as const;

function printDiff(siteDir: string, [name, first, second]: readonly string[]): void {
  if (name === undefined) {
    throw new UsageError('要写页面');
  }
  const found = selectTwins(readTwins(siteDir), [name]);
  const releases = [first, second].flatMap((release) =>
    release === undefined ? [] : getVersion(release).release,
  );
  const pages = [found[0]!.newest, ...found.map(({older}) => older)];
  const pick = (release: string) => {
    const page = pages.find((one) => one.release === release);
    if (!page) {
      throw new Error(`${release} 没有页面「${name}」`);
    }
    return page;
  };
  const older = pick(releases.find((release) => release !== LATEST.release) ?? found[0]!.version.release);
  const other =
    releases.length === 2 ? pick(releases.find((release) => release !== older.release)!) : pages[0]!;
  const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
  console.log(`${older.file} │ ${other.file}\n`);
  console.log(
    formatDiff(older.text, other.text, process.stdout.columns || 160, isColoured ? COLOURS : SIGNS),
  );
}

/** Fails for sentences that only one version has changed; without the history it says so and passes. */
function check(siteDir: string): number {
  try {
    const twins = readTwins(siteDir);
    const found = findCorrections(siteDir, twins);
    if (found.untold.length > 0) {
      console.log(
        `略过 ${found.untold.length} 页：克隆里没有它们上次同步时的文字（浅克隆时 git fetch --unshallow）`,
      );
    }
    const faults = correctionFaults(siteDir, twins, found);
    if (faults.length > 0) {
      console.error(formatFaults(faults));
    }
    console.log(`${twins.length - found.untold.length} passed, ${faults.length} failed`);
    return faults.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof HistoryProblem)) {
      throw error;
    }
    console.log(`略过：${error.message}\n1 passed, 0 failed`);
    return 0;
  }
}

function needed(tvm: string | undefined): string {
  if (tvm === undefined) {
    throw new UsageError('要写 --tvm 目录');
  }
  return tvm;
}

const COMMANDS = ['status', 'diff', 'check', 'carry', 'drift', 'new'];

runCommand({usage: USAGE, options: OPTIONS, takesWords: true}, async ({values, positionals}) => {
  const [command, ...names] = positionals;
  const siteDir = path.resolve(values.site);
  const versions =
    values.version === undefined ? OLDER : OLDER.filter((v) => v === getVersion(values.version!));
  switch (command) {
    case 'status':
      console.log(formatStatus(siteDir, readTwins(siteDir, versions)));
      return 0;
    case 'diff':
      printDiff(siteDir, names);
      return 0;
    case 'check':
      return check(siteDir);
    case 'carry': {
      const twins = readTwins(siteDir, versions);
      if (values.back) {
        const {fromOlder} = findCorrections(siteDir, readTwins(siteDir));
        const files = (names.length > 0 ? selectTwins(twins, names) : twins).map(({older}) => older.file);
        carryBack(
          siteDir,
          fromOlder.filter(({changedIn}) => files.includes(changedIn.file)),
          values.write,
        );
        return 0;
      }
      const chosen = names.length > 0 ? selectTwins(twins, names) : values.all ? lagging(siteDir, twins) : [];
      if (chosen.length === 0 && !values.all) {
        throw new UsageError('要写页面或 --all');
      }
      const {take, tvm, newest} = values;
      return (values.settled ? settle : carry)(chosen, {siteDir, take, tvm, newestWins: newest});
    }
    case 'drift': {
      const tag = names[0] ?? '';
      const drifts = findDrift(siteDir, new TaggedSource(needed(values.tvm)), LATEST, tag);
      console.log(formatDrift(drifts, LATEST.tag, tag));
      return 0;
    }
    case 'new':
      beginRelease(siteDir, names[0] ?? '', needed(values.tvm), process.argv.slice(2));
      return 0;
    default:
      throw new UsageError(
        command === undefined
          ? `要写命令：${COMMANDS.join('、')}`
          : `没有命令「${command}」；${nearest(command, COMMANDS).map((near) => `要的也许是 ${near}`)[0] ?? `可以写 ${COMMANDS.join('、')}`}`,
      );
  }
});

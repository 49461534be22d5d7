import {existsSync} from 'node:fs';
import path from 'node:path';
import type {NeedKind, Needs} from '../../src/site/needs';
import {getVersion} from '../../src/site/versions';
import type {ExamplePage} from './pages';
import {BASE_PACKAGES, cmakeArgument, packageOf, packagesOf, sourceSteps} from './supplies';

/** A page and what it needs. */
export interface PageNeeds {
  page: Pick<ExamplePage, 'path' | 'environment'>;
  needs: Needs;
}

/** The names of a kind, each with the pages that need it, in alphabetical order. */
function collect(pages: readonly PageNeeds[], kind: NeedKind): [string, string[]][] {
  const users = new Map<string, string[]>();
  for (const {page, needs} of pages) {
    for (const name of needs[kind] ?? []) {
      users.set(name, [...(users.get(name) ?? []), page.path]);
    }
  }
  return [...users].sort(([a], [b]) => (a < b ? -1 : 1));
}

const unique = (names: readonly string[]) => [...new Set(names)];

function listUsers(title: string, users: readonly [string, string[]][]): string[] {
  return users.length === 0 ? [] : [`# ${title}`, ...users.map(([name, pages]) => `#   ${name}：${pages.join('、')}`)];
}

/**
 * All that running every page of a release takes, as commands in the order of a set-up from scratch.
 *
 * @param root folder of the site, to see which requirements files there are
 */
export function formatSetUp(root: string, release: string, pages: readonly PageNeeds[]): string {
  const options = collect(pages, 'options');
  const commands = collect(pages, 'commands');
  const python = collect(pages, 'python');
  const debian = collect(pages, 'debian');
  const {tag} = getVersion(release);
  const further = unique([
    ...options.flatMap(([name]) => packagesOf(name)),
    ...commands.flatMap(([name]) => packageOf(name) ?? []),
    ...debian.map(([names]) => names.split(' | ')[0]!),
  ]).filter((name) => !BASE_PACKAGES.includes(name));
  const unknown = commands.filter(([name]) => packageOf(name) === undefined);
  const environments = unique(pages.map(({page}) => page.environment)).sort();
  const file = (name: string) => `examples/requirements-${name}.txt`;
  return [
    `# TVM ${release}：运行全部 ${pages.length} 页示例，在 Debian 12 上从头准备`,
    '',
    '# 1. Debian 软件包',
    `sudo apt-get install -y --no-install-recommends ${[...BASE_PACKAGES, ...further.sort()].join(' ')}`,
    ...listUsers('哪些页用到', debian),
    '',
    '# 2. 构建 TVM',
    `git clone --recursive -b ${tag} https://github.com/apache/tvm tvm-${release}`,
    ...sourceSteps(release, 'before'),
    `cmake -S tvm-${release} -B tvm-${release}/build -G Ninja -DUSE_LLVM="llvm-config-14 --ignore-libllvm --link-static" -DHIDE_PRIVATE_SYMBOLS=ON ${options.map(([name]) => cmakeArgument(name)).join(' ')}`.trim(),
    `ninja -C tvm-${release}/build`,
    ...sourceSteps(release, 'after'),
    ...listUsers('哪些页用到', options),
    '',
    '# 3. Python 包，每个环境一套',
    ...environments.map((name) => {
      const count = pages.filter(({page}) => page.environment === name).length;
      const note = existsSync(path.join(root, file(name))) ? '' : '，没有这个文件';
      return `python -m pip install -r ${file(name)}   # 环境 ${name}，${count} 页${note}`;
    }),
    ...listUsers('哪些页用到', python),
    '',
    '# 4. 命令，都要在 PATH 上',
    ...(commands.length > 0 ? [`command -v ${commands.map(([name]) => name).join(' ')}`] : ['# （没有）']),
    ...listUsers('哪些页用到', commands),
    ...(unknown.length > 0 ? [`# 要自己找软件包：${unknown.map(([name]) => name).join('、')}`] : []),
  ].join('\n');
}

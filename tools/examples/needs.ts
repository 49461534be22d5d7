import {spawnSync} from 'node:child_process';
import {accessSync, constants} from 'node:fs';
import path from 'node:path';
import {DEFAULT_PARSE_FRONT_MATTER} from '@docusaurus/utils';
import {readBuildOptions} from '../../src/content/buildOptions';
import {lineOfNeed, type NeedKind, type Needs, readNeeds} from '../../src/site/needs';
import type {PythonEnvironment} from './environments';
import type {ExamplePage} from './pages';
import {normaliseName} from './requirements';
import {cmakeArgument, isOn, packageOf, packagesOf} from './supplies';

/** Something that a page needs and this machine lacks. */
export interface Missing {
  kind: NeedKind;
  name: string;
  /** How to get it. */
  cure: string;
}

/** How this machine is looked at; tests give another. */
export interface Look {
  hasCommand(name: string): boolean;
  /** Undefined where the system has no packages of Debian. */
  hasPackage(name: string): boolean | undefined;
}

/**
 * What a page needs, from its front matter.
 *
 * @throws Error naming file, line and cure where `requires` is wrong
 */
export async function readPageNeeds(root: string, page: Pick<ExamplePage, 'path' | 'markdown' | 'version'>): Promise<Needs> {
  if (!/^requires:/m.test(page.markdown)) {
    return {};
  }
  const {frontMatter} = await DEFAULT_PARSE_FRONT_MATTER({filePath: page.path, fileContent: page.markdown});
  const {needs, faults} = readNeeds(frontMatter.requires, readBuildOptions(root, page.version));
  if (faults.length > 0) {
    const lines = faults.map(
      ({word, problem, cure}) => `${page.path}:${lineOfNeed(page.markdown, word)}：${problem}\n  办法：${cure}`,
    );
    throw new Error(lines.join('\n'));
  }
  return needs;
}

/** Looks at the machine as a page will see it. */
export function lookAt(searchPath: string): Look {
  const folders = searchPath.split(path.delimiter).filter(Boolean);
  return {
    hasCommand: (name) =>
      folders.some((folder) => {
        try {
          accessSync(path.join(folder, name), constants.X_OK);
          return true;
        } catch {
          return false;
        }
      }),
    hasPackage: (name) => {
      const {stdout, error} = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], {encoding: 'utf8'});
      return error ? undefined : stdout.endsWith(' installed');
    },
  };
}

const install = (packages: readonly string[]) => `apt-get install ${packages.join(' ')}`;

/** What of the needs of a page this machine and this build of TVM lack. */
export function missingNeeds(
  {options = [], commands = [], python = [], debian = []}: Needs,
  environment: Pick<PythonEnvironment, 'name' | 'interpreter' | 'packages' | 'options'>,
  look: Look,
): Missing[] {
  const missing = (kind: NeedKind, names: readonly string[], cure: (name: string) => string) =>
    names.map((name): Missing => ({kind, name, cure: cure(name)}));
  return [
    ...missing(
      'options',
      // What a build does not report can't be looked at; the page will tell.
      options.filter((name) => environment.options.has(name) && !isOn(environment.options.get(name))),
      (name) => {
        const packages = packagesOf(name);
        const first = packages.length > 0 ? `${install(packages)}，再` : '';
        return `${first}加 ${cmakeArgument(name)} 重新构建 TVM`;
      },
    ),
    ...missing(
      'commands',
      commands.filter((name) => !look.hasCommand(name)),
      (name) => {
        const known = packageOf(name);
        return known ? install([known]) : `装上有 ${name} 的软件包，放在 PATH 上`;
      },
    ),
    ...missing(
      'python',
      python.filter((name) => !environment.packages.has(normaliseName(name))),
      () => `${environment.interpreter} -m pip install -r examples/requirements-${environment.name}.txt`,
    ),
    ...missing(
      'debian',
      debian.filter((names) => names.split(' | ').every((name) => look.hasPackage(name) === false)),
      (names) => install([names.split(' | ')[0]!]),
    ),
  ];
}

const LABELS: Record<NeedKind, string> = {
  options: '构建选项',
  commands: '命令',
  python: ' Python 包',
  debian: ' Debian 软件包',
};

/** The line on a page that was not run: what is missing and how to get it. */
export function formatMissing(page: string, missing: readonly Missing[]): string {
  const lines = missing.map(({kind, name, cure}) => `  没有${LABELS[kind]} ${name}。办法：${cure}`);
  return `○ ${page} 未运行\n${lines.join('\n')}`;
}

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {type Ended, type Print, runNode} from './command';

/** How many checks of a step went well and how many did not. */
export interface Counts {
  passed: number;
  failed: number;
}

/** How a step is run. */
export interface StepOptions {
  /** Whether the browser opens every page. */
  all: boolean;
  print: Print;
}

/** A part of `npm test`. */
export interface Step {
  /** Name for `--only`. */
  id: string;
  title: string;
  /** Whether it is among the fast ones of `npm run check`. */
  fast: boolean;
  /** A step without which this one has nothing to look at. */
  needs?: string;
  /** What to do when it fails. */
  cure: string;
  run(root: string, options: StepOptions): Promise<Counts>;
}

const bin = (name: string) => path.join('node_modules', name);

/** Passes over the files that the same program found right with the same settings and content. */
const cachedByContent = (name: string) => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=node_modules/.cache/check-${name}`,
];

/** Counts that a command printed as its last, else one for the command as a whole. */
export function countsOf({code, output}: Ended): Counts {
  const match = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  const counts = match
    ? {passed: Number(match[1]), failed: Number(match[2])}
    : {passed: code === 0 ? 1 : 0, failed: 0};
  return code === 0 ? counts : {...counts, failed: Math.max(counts.failed, 1)};
}

function command(...args: string[]): Step['run'] {
  return async (root, {print}) => countsOf(await runNode(root, args, {}, print));
}

function script(file: string, ...args: string[]): Step['run'] {
  return command(bin('tsx/dist/cli.mjs'), file, ...args);
}

/** The part of a report of Vitest that is read here. */
export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {status: string; assertionResults: unknown[]}[];
}

/** Counts of a report of Vitest; a file that could not be loaded counts as one failure. */
export function countsOfReport(
  {numPassedTests, numFailedTests, testResults}: VitestReport,
  code: number,
): Counts {
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = numFailedTests + unloaded.length;
  return {passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed};
}

function vitest(...projects: string[]): Step['run'] {
  return async (root, {all, print}) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vitest-report-'));
    const file = path.join(folder, 'report.json');
    try {
      const {code} = await runNode(
        root,
        [
          bin('vitest/vitest.mjs'),
          'run',
          ...projects.flatMap((project) => ['--project', project]),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ],
        all ? {TEST_ALL_PAGES: '1'} : {},
        print,
      );
      return fs.existsSync(file)
        ? countsOfReport(JSON.parse(fs.readFileSync(file, 'utf8')) as VitestReport, code)
        : {passed: 0, failed: 1};
    } finally {
      fs.rmSync(folder, {recursive: true, force: true});
    }
  };
}

/** Warnings of Docusaurus and its bundler in the output of a build. */
export function warningsOf(output: string): string[] {
  return output.split('\n').filter((line) => /^\s*(\[WARNING\]|⚠|WARNING\b|warning\b|Warning:)/.test(line));
}

const build: Step['run'] = async (root, {print}) => {
  const command = [bin('@docusaurus/core/bin/docusaurus.mjs'), 'build'];
  const {code, output} = await runNode(root, command, {}, print);
  const warnings = warningsOf(output);
  if (code === 0 && warnings.length > 0) {
    console.error(`构建成功，但有 ${warnings.length} 条警告；警告也算失败`);
  }
  return code === 0 && warnings.length === 0 ? {passed: 1, failed: 0} : {passed: 0, failed: 1};
};

const EXAMPLES = 'tools/examples/check.ts';

/** The steps of `npm test`, in order: the fast ones first, then those that need a build. */
export const STEPS: readonly Step[] = [
  {
    id: 'types',
    title: '类型检查',
    fast: true,
    cure: '按上面的位置改正类型',
    run: command(bin('typescript/bin/tsc'), '--pretty', 'false'),
  },
  {
    id: 'eslint',
    title: 'ESLint',
    fast: true,
    cure: '能自动改的用 npx eslint --fix .，其余按上面的位置改',
    run: command(bin('eslint/bin/eslint.js'), '--max-warnings', '0', ...cachedByContent('eslint'), '.'),
  },
  {
    id: 'prettier',
    title: 'Prettier',
    fast: true,
    cure: '运行 npm run format',
    run: command(
      bin('prettier/bin/prettier.cjs'),
      ...['--check', '--log-level', 'warn', ...cachedByContent('prettier'), '.'],
    ),
  },
  {
    id: 'pages',
    title: '页面的内容和链接',
    fast: true,
    cure: '按上面的文件、行号和办法改正；指向源代码的链接再找一遍：npm run sources -- --tvm 目录',
    run: script('tools/checks/pages.ts'),
  },
  {
    id: 'text',
    title: '中文排版',
    fast: true,
    cure: '运行 npm run fix:text，再看一遍差异',
    run: script('tools/checks/autocorrect.ts'),
  },
  {
    id: 'terms',
    title: '术语和难读的句子',
    fast: true,
    cure: '按上面给出的写法改；用词表在 data/terms.json',
    run: script('tools/terms/check.ts'),
  },
  {
    id: 'versions',
    title: '各版本的同一句话',
    fast: true,
    cure: '按上面的命令带到别的版本；哪些页面落后：npm run versions -- status',
    run: script('tools/versions/index.ts', 'check'),
  },
  {
    id: 'unit',
    title: '单元测试',
    fast: true,
    cure: '单独运行：npx vitest run --project unit',
    run: vitest('unit'),
  },
  {
    id: 'examples',
    title: '示例的运行记录',
    fast: true,
    cure: '用真实的 TVM 再运行改过的页面：npm run examples -- --changed',
    run: async (root, options) =>
      fs.existsSync(path.join(root, EXAMPLES)) ? script(EXAMPLES)(root, options) : {passed: 0, failed: 0},
  },
  {
    id: 'reference',
    title: 'API 参考与清单',
    fast: true,
    cure: '按上面的位置改；一页要写的条目：npm run reference -- --skeleton 页',
    run: script('tools/reference/index.ts'),
  },
  {
    id: 'runner',
    title: '示例运行器的测试',
    fast: false,
    cure: '单独运行：npx vitest run --project examples',
    run: vitest('examples'),
  },
  {
    id: 'build',
    title: '构建整个站点',
    fast: false,
    cure: '按上面的文件、行号和办法改正，再运行 npm run build',
    run: build,
  },
  {
    id: 'deploy',
    title: '压缩和服务器的配置',
    fast: false,
    needs: 'build',
    cure: '改正后运行 npm run deploy',
    run: script('tools/deploy/index.ts'),
  },
  {
    id: 'routes',
    title: '每个页面的 HTML',
    fast: false,
    needs: 'build',
    cure: '改正后运行 npm run build，再运行 npx tsx tools/checks/built.ts',
    run: script('tools/checks/built.ts'),
  },
  {
    id: 'faults',
    title: '有错的小站点',
    fast: false,
    cure: '单独运行：npx vitest run --project build',
    run: vitest('build'),
  },
  {
    id: 'browser',
    title: '浏览器测试',
    fast: false,
    needs: 'build',
    cure: '没有浏览器时运行 npm run setup:tests；单独运行：npx vitest run --project e2e',
    run: vitest('e2e'),
  },
];

/** `npm run probes`: runs what the entries of the reference say, on real TVM, and records it. */
import {availableParallelism} from 'node:os';
import path from 'node:path';
import pMap from 'p-map';
import {PROBES, readProbeRuns} from '../../src/content/probeRecords';
import {getVersion, VERSIONS} from '../../src/site/versions';
import {runCommand} from '../commandLine';
import {EnvironmentProblem, openEnvironment} from '../examples/environments';
import {detectIsolation} from '../examples/sandbox';
import {probeFiles, probeHash, runProbes, writeRun} from './run';
import {readAllWords} from './words';

const USAGE = `用法：npm run probes -- [选项]

在真实的 TVM 上运行 ${PROBES} 里的断言：每个函数证明 API 参考的一个条目，或别的页面的一节里它引用的那几句话。

  --version 版本   只在这个版本上，可重复；默认全部
  --page 页        只运行这一页的，可重复，如 topi/nn
  --changed        只运行改动过的和上次失败的
  --available      没有解释器的版本略过，不算失败
`;

interface Options {
  releases: string[];
  pages: string[];
  changed: boolean;
  available: boolean;
}

async function runRelease(
  root: string,
  release: string,
  {pages, changed, available}: Options,
  signal: AbortSignal,
): Promise<number> {
  const known = readProbeRuns(root, release);
  const isChanged = (file: string) =>
    known.get(file)?.hash !== probeHash(root, file) ||
    known.get(file)!.probes.some(({result}) => result === 'failed');
  const files = probeFiles(root)
    .filter((file) => pages.length === 0 || pages.some((page) => file === `${PROBES}/${page}.py`))
    .filter((file) => !changed || isChanged(file));
  if (files.length === 0) {
    return 0;
  }
  const environment = await openEnvironment(root, release, release, process.env).catch((error: unknown) => {
    if (available && error instanceof EnvironmentProblem && error.missing) {
      console.error(`略过 ${files.length} 个文件：${error.message}`);
      return undefined;
    }
    throw error;
  });
  if (!environment) {
    return 0;
  }
  const isolation = await detectIsolation(environment.interpreter);
  const entries = [...readAllWords(root, release).keys()];
  const everywhere = new Set(VERSIONS.flatMap((version) => [...readAllWords(root, version.release).keys()]));
  const failed = await pMap(
    files,
    async (file) => {
      const start = Date.now();
      try {
        const {run, names} = await runProbes(root, file, release, entries, environment, isolation, signal);
        if (signal.aborted) {
          return 0;
        }
        writeRun(root, file, release, run);
        const bad = run.probes.filter(({result}) => result === 'failed');
        const nowhere = names.filter((name) => !everywhere.has(name));
        const seconds = Math.round((Date.now() - start) / 100) / 10;
        const mark = bad.length > 0 ? '✗' : '✓';
        console.log(
          [
            `${mark} ${file} 在 ${release} 上：${run.probes.length} 个断言（${seconds} 秒）`,
            ...bad.map(
              ({name, line, quotes, reason}) =>
                `    ${file}:${line} ${name}「${quotes.join('」「')}」：${reason}`,
            ),
            ...nowhere.map((name) => `    ${file}：哪个版本都没有条目或小节 ${name}`),
          ].join('\n'),
        );
        return bad.length + nowhere.length;
      } catch (error) {
        console.log(`✗ ${(error as Error).message}`);
        return 1;
      }
    },
    {concurrency: availableParallelism(), signal},
  );
  return failed.reduce((sum, one) => sum + one, 0);
}

const OPTIONS = {
  version: {type: 'string', multiple: true},
  page: {type: 'string', multiple: true},
  changed: {type: 'boolean', default: false},
  available: {type: 'boolean', default: false},
  site: {type: 'string', default: '.'},
} as const;

runCommand({usage: USAGE, options: OPTIONS}, async ({values}) => {
  const root = path.resolve(values.site);
  const {page: pages = [], version} = values;
  const releases = (version ?? VERSIONS.map(({release}) => release)).map((one) => getVersion(one).release);
  const unknown = pages.find((page) => !probeFiles(root).includes(`${PROBES}/${page}.py`));
  if (unknown !== undefined) {
    throw new Error(`没有 ${PROBES}/${unknown}.py；现有：${probeFiles(root).join('、')}`);
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  let failed = 0;
  for (const release of releases) {
    failed += await runRelease(root, release, {...values, releases, pages}, stop.signal);
  }
  return failed > 0 ? 1 : 0;
});

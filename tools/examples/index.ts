/** `npm run examples`: runs the examples of the pages on real TVM and records the results. */
import {type ExportedOutcome, runExported} from './exported';
import {readPageNeeds} from './needs';
import {runCommand} from '../commandLine';
import {COMMAND, optionsOf, selectPages} from './options';
import {readExamplePages, readSources, type ExamplePage} from './pages';
import {formatSeconds, formatTable} from './progress';
import {dropRecords} from './results';
import {changedPages, runPages, type SessionOutcome} from './session';
import {formatSetUp} from './setUp';

function summary(pages: readonly ExamplePage[], {outcomes, notRun}: SessionOutcome): string {
  const environments = [...new Set(pages.map((page) => page.environment))];
  const rows = environments.map((name) => {
    const own = outcomes.filter((o) => o.page.environment === name);
    const fences = own.flatMap((o) => o.record.fences);
    const count = (result: string) => String(fences.filter((f) => f.result === result).length);
    const failedPages = own.filter((o) => o.problems.length > 0).length;
    const skipped = notRun.filter((page) => page.environment === name).length;
    const seconds = own.reduce((sum, o) => sum + o.seconds, 0);
    return [
      name,
      String(own.length - failedPages),
      String(failedPages),
      String(skipped),
      count('ok'),
      count('norun'),
      count('checked'),
      count('failed'),
      formatSeconds(seconds),
    ];
  });
  const head = ['环境', '通过页', '失败页', '未运行页', '执行段', '标明不运行', '只查语法', '失败段', '用时'];
  return formatTable([head, ...rows]);
}

async function printNeeds(root: string, pages: readonly ExamplePage[]): Promise<void> {
  for (const release of new Set(pages.map(({version}) => version))) {
    const own = pages.filter(({version}) => version === release);
    const needs = await Promise.all(own.map(async (page) => ({page, needs: await readPageNeeds(root, page)})));
    console.log(`${formatSetUp(root, release, needs)}\n`);
  }
}

function printExported({page, ending, seconds, problem}: ExportedOutcome): void {
  const text = `${page} ${ending}（${formatSeconds(seconds)}）`;
  console.log(problem === undefined ? `✓ ${text}` : `✗ ${text}\n  ${problem.replaceAll('\n', '\n  ')}`);
}

runCommand(COMMAND, async ({values}) => {
  const options = optionsOf(values);
  if (options.drop.length > 0) {
    dropRecords(options.root, options.drop);
    console.log(`删去了 ${options.drop.length} 份记录`);
    return 0;
  }
  if (process.platform === 'win32') {
    throw new Error('示例在 Linux 或 macOS 上运行。办法：在 WSL 里运行这条命令');
  }
  const started = Date.now();
  const selected = readExamplePages(options.root, selectPages(readSources(options.root), options.pages))
    .pages.filter((page) => options.versions.length === 0 || options.versions.includes(page.version))
    .filter((page) => page.code.length > 0);
  if (options.needs) {
    await printNeeds(options.root, selected);
    return 0;
  }
  if (options.exported) {
    const outcomes = await runExported(options.root, selected, options.timeoutSeconds, printExported);
    return outcomes.every(({problem}) => problem === undefined) ? 0 : 1;
  }
  const pages = options.changed ? changedPages(options.root, selected, options.vary) : selected;
  if (pages.length === 0) {
    console.log(
      `没有要运行的页面（共 ${selected.length} 页，${((Date.now() - started) / 1000).toFixed(1)} 秒）`,
    );
    return 0;
  }
  const interruption = new AbortController();
  const interrupt = () => {
    if (interruption.signal.aborted) {
      process.exit(130);
    }
    console.error('\n中断：正在结束运行中的页面；已完成的结果都已记下');
    interruption.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const outcome = await runPages(pages, options, interruption.signal);
  console.log(summary(pages, outcome));
  if (interruption.signal.aborted) {
    return 130;
  }
  return outcome.failed || outcome.outcomes.some((o) => o.problems.length > 0) ? 1 : 0;
});

import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {type PageRecord, recordedFile, recordKey} from '../../src/site/examples';
import {fenceHashes} from '../../src/content/codeHash';
import {readRecords, recordFile} from '../../src/content/exampleRecords';
import {readInventory} from '../../src/content/inventory';
import {readExamplePages, type ExamplePage} from './pages';
import type {Problem} from './problems';
import {parseRequirements} from './requirements';
import {recordedVersions} from './results';
import {structureProblems} from './structure';
import {missingNames, syntaxProblems} from './unrun';

/** Why a page's record does not vouch for it, or undefined where it does. */
export function staleReason(page: ExamplePage, record: PageRecord | undefined): string | undefined {
  if (!record) {
    return '没有运行记录';
  }
  if (record.hash !== page.hash || record.fences.length !== page.code.length) {
    return `代码或输出在上次运行（${record.date}）之后改过`;
  }
  if (record.tvm !== page.version || record.environment !== page.environment) {
    return `记录是在环境 ${record.environment}（TVM ${record.tvm}）上的，页面要的是 ${page.environment}`;
  }
  return undefined;
}

function recordProblems(page: ExamplePage, record: PageRecord | undefined, pins: Map<string, string>): Problem[] {
  const whole = {page: page.path, line: page.code[0].line, fence: 0};
  const stale = staleReason(page, record);
  if (stale || !record) {
    const changed = record ? fenceHashes(page.fences).findIndex((hash, i) => hash !== record.fences[i]?.hash) : -1;
    const place = changed < 0 ? whole : {...whole, line: page.code[changed]!.line, fence: changed + 1};
    return [{...place, kind: 'stale', message: stale ?? ''}];
  }
  const failed = record.fences.flatMap((fence, index): Problem[] => {
    if (fence.result !== 'failed' && fence.result !== 'skipped') {
      return [];
    }
    const message = fence.result === 'failed' ? `上次运行失败：${fence.reason}` : '上次没有执行到这里';
    return [{...whole, kind: 'failed', line: page.code[index].line, fence: index + 1, message}];
  });
  const others = Object.entries(record.packages).flatMap(([name, version]): Problem[] => {
    const pin = pins.get(name);
    const message = `用 ${name} ${version} 运行，而 examples/requirements-${page.environment}.txt 写的是 ${pin}`;
    return pin && pin !== version ? [{...whole, kind: 'packages', message}] : [];
  });
  return [...failed, ...others];
}

function readPins(root: string, environment: string): Map<string, string> {
  const file = path.join(root, 'examples', `requirements-${environment}.txt`);
  return existsSync(file) ? parseRequirements(readFileSync(file, 'utf8')) : new Map();
}

/** Every reason not to trust the examples of a site, and how many pages with code were looked at and have been varied. */
export function checkSite(root: string): {pages: number; varied: number; problems: Problem[]} {
  const {pages, unversioned} = readExamplePages(root);
  const withCode = pages.filter((page) => page.code.length > 0);
  const recorded = [...new Set([...recordedVersions(root), ...pages.map((page) => page.version)])];
  const results = new Map(recorded.map((version) => [version, readRecords(root, version)]));
  const obsolete = recorded.flatMap((version) =>
    Object.keys(results.get(version)?.pages ?? {})
      .map((key) => recordedFile(version, key))
      .filter((file) => !withCode.some((page) => page.path === file && page.version === version))
      .map((file): Problem => {
        const message = `${recordFile(version, recordKey(file))} 里有它的记录，但没有这样的页面或代码`;
        return {kind: 'record', page: file, line: 1, fence: 0, message};
      }),
  );
  const problems = [
    ...unversioned.map((post): Problem => {
      return {
        ...post,
        kind: 'version',
        page: post.path,
        fence: 0,
        message: '文章有要运行的代码，但没有写是哪个 TVM',
      };
    }),
    ...pages.flatMap(structureProblems),
    ...withCode.flatMap((page) =>
      recordProblems(page, results.get(page.version)?.pages[recordKey(page.path)], readPins(root, page.environment)),
    ),
    ...obsolete,
  ];
  const unrun = withCode.filter((page) => staleReason(page, results.get(page.version)?.pages[recordKey(page.path)]));
  problems.push(
    ...unrun.flatMap((page) => missingNames(page, readInventory(root, page.version) ?? {})),
    ...syntaxProblems(unrun),
  );
  const varied = withCode.filter((page) => results.get(page.version)?.pages[recordKey(page.path)]?.varied).length;
  return {pages: withCode.length, varied, problems};
}

/** `npm run versions -- drift`: how much of the source behind each page another release of TVM changed. */
import {readReferenceNames} from '../../src/content/referenceNames';
import {type Page, readPages} from '../../src/content/pages';
import {canonicalPath} from '../../src/content/checks/frontMatter';
import {readRoutes} from '../../src/content/routes';
import {pageKey, REFERENCE} from '../../src/content/reference';
import {splitTarget} from '../../src/content/sourceLinks';
import type {SiteVersion} from '../../src/site/versions';
import {formatTable} from '../examples/progress';
import type {TaggedSource} from '../sources/tags';

/** A page and what changed behind it. */
export interface Drift {
  file: string;
  /** Lines added and taken out in the files behind the page. */
  lines: number;
  /** The files that changed, those with most lines first. */
  changed: string[];
  /** How many files are behind it. */
  files: number;
}

/** The files of TVM behind a page: those it links to, the upstream page, and where the names of its entries are defined. */
function sourcesOf(siteDir: string, page: Page): Set<string> {
  const route = readRoutes(siteDir).find(({path}) => path === canonicalPath(page));
  const names = readReferenceNames(siteDir, page.release!);
  const inReference = page.pathInTree.startsWith(`${REFERENCE}/`);
  const key = inReference ? pageKey(page.pathInTree.slice(REFERENCE.length + 1), names) : undefined;
  const own = new Set(page.entries.map(({name}) => name));
  const defined = Object.entries((key !== undefined && names[key]) || {}).filter(([name]) => own.has(name));
  return new Set([
    ...page.sourceLinks.map(({target}) => splitTarget(target).path),
    ...(route ? [route.source] : []),
    ...defined.map(([, place]) => place.split('#')[0]!),
  ]);
}

/** Lines that differ between two commits, by file. */
function changedLines(tags: TaggedSource, from: string, to: string): Map<string, number> {
  const lines = tags.git(['diff', '--numstat', '-z', '--no-renames', from, to])!.toString().split('\0');
  return new Map(
    lines.filter(Boolean).map((line) => {
      const [added, removed, file] = line.split('\t');
      return [file!, (Number(added) || 0) + (Number(removed) || 0)];
    }),
  );
}

/**
 * The pages of a version by what another state of TVM changed behind them, most first.
 *
 * @param to a tag or commit of the clone
 */
export function findDrift(siteDir: string, tags: TaggedSource, version: SiteVersion, to: string): Drift[] {
  tags.list(version.release);
  const changed = changedLines(tags, `refs/tags/${version.tag}`, to);
  return readPages(siteDir)
    .filter((page) => page.version === version)
    .map((page) => {
      const sources = sourcesOf(siteDir, page);
      const hit = [...sources].filter((file) => changed.has(file));
      hit.sort((a, b) => changed.get(b)! - changed.get(a)!);
      const lines = hit.reduce((sum, file) => sum + changed.get(file)!, 0);
      return {file: page.file, lines, changed: hit, files: sources.size};
    })
    .filter(({lines}) => lines > 0)
    .sort((a, b) => b.lines - a.lines);
}

/** The pages with the lines changed, the files, and those that changed most. */
export function formatDrift(drifts: readonly Drift[], from: string, to: string): string {
  const rows = drifts.map(({file, lines, changed, files}) => [
    file,
    String(lines),
    `${changed.length}/${files}`,
  ]);
  const table = formatTable([['页面', '改了的行', '文件'], ...rows]).split('\n');
  const most = ['改得最多的', ...drifts.map(({changed}) => changed.slice(0, 2).join(' '))];
  const sum = `从 ${from} 到 ${to}，${drifts.length} 页背后的源代码改了`;
  return rows.length > 0 ? `${table.map((line, i) => `${line}  ${most[i]}`).join('\n')}\n\n${sum}` : sum;
}

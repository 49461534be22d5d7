import type {Page} from '../../content/pages';
import {type Fence, outputOf} from '../../site/fences';
import {readNeeds} from '../../site/needs';
import {type Copying, introduction} from './markdown';

/** Whether a page has Python that readers can take with them. */
export function hasProgram({fences}: Pick<Page, 'fences'>): boolean {
  return fences.some(({role}) => role === 'run' || role === 'norun');
}

/** What stands above the code of a page: what it is, where it is from and what it needs. */
export function preamble(copying: Copying, page: Page): string[] {
  const needs = Object.values(readNeeds(page.frontMatter.requires).needs).flat();
  return [
    ...introduction(copying, page),
    ...(needs.length > 0 ? [copying.texts.needs(needs.join('、'))] : []),
  ];
}

/** Lines that warn where another release of TVM is installed. */
export function versionCheck({texts}: Copying, release: string): string {
  return [
    `# ${texts.checkVersion(release)}`,
    'import warnings',
    '',
    'import tvm',
    '',
    `if tvm.__version__.split("+")[0] != "${release}":`,
    `    warnings.warn(f"${texts.otherVersion(release, '{tvm.__version__}')}")`,
  ].join('\n');
}

/**
 * The fence below which the version is checked; undefined for above all code. Variables that decide how many threads are
 * used have to be set before TVM is imported.
 */
export function checkedAfter(fences: readonly Fence[]): Fence | undefined {
  const first = fences.find(({role, body}) => role === 'run' && /^\s*(?:import|from) tvm\b/m.test(body));
  return first && /\bos\.environ\b/.test(first.body) ? first : undefined;
}

/** What a fence printed, line by line; undefined where nothing was recorded. */
export function printedBy(fences: readonly Fence[], fence: Fence): string | undefined {
  return outputOf(fences, fence)?.body.replace(/\n+$/, '');
}

import {withoutTrailingSlash} from '../../site/addresses';
import path from 'node:path';
import getSlug from '@docusaurus/plugin-content-docs/lib/slug.js';
import {nearest} from '../../site/nearest';
import {PAGE_STAGES, pageStage} from '../../site/stages';
import {VERSIONS} from '../../site/versions';
import type {DocRoute} from '../routes';
import type {Fault} from './fault';
import type {Page} from '../pages';

const KIND = '页首信息（front matter）有误';
const SHORTEST = 40;
const LONGEST = 110;

/** The first line of a conflict that a merge left in a page. */
export const CONFLICT = /^(?:<{7}|\|{7}|>{7}) /m;

/** Why nothing of a page can be read: another encoding, a conflict that a merge left in it, or front matter that is no YAML. */
export function syntaxFault(page: Page): Fault | undefined {
  if (page.text.startsWith('\uFEFF')) {
    return {
      kind: '不是 UTF-8',
      file: page.file,
      line: 1,
      problem: '文件开头有看不见的 BOM，页首信息因此不起作用',
      cure: '在编辑器里存为不带 BOM 的 UTF-8',
    };
  }
  const undecodable = page.text.indexOf('\uFFFD');
  if (undecodable >= 0) {
    return {
      kind: '不是 UTF-8',
      file: page.file,
      line: page.text.slice(0, undecodable).split('\n').length,
      problem: '有无法解码的字符，文件多半存成了 GBK',
      cure: `在编辑器里用 GBK 重新打开，再存为 UTF-8；或运行 iconv -f GB18030 -t UTF-8 ${page.file}`,
    };
  }
  const conflict = CONFLICT.exec(page.text);
  if (conflict) {
    return {
      kind: '没有解决的冲突',
      file: page.file,
      line: page.text.slice(0, conflict.index).split('\n').length,
      problem: '合并留下了冲突标记',
      cure: '在 <<<<<<< 和 >>>>>>> 之间只留这个版本该有的文字，删去标记，再运行 npm run versions -- carry --settled 页面',
    };
  }
  try {
    return void page.frontMatter;
  } catch (error) {
    const {reason, mark} = error as {reason?: string; mark?: {line: number}};
    return {
      kind: KIND,
      file: page.file,
      line: mark ? mark.line + 1 : 1,
      problem: `不是合法的 YAML：${reason ?? String(error)}`,
      cure: '改正这一行或它的上一行；值里有冒号、引号或 # 时，把整个值放进单引号',
    };
  }
}

/** Path of a doc as if it stood in the newest tree, which is how `data/routes.json` lists it. */
export function canonicalPath(page: Page): string {
  const {slug} = page.frontMatter;
  const route = getSlug({
    baseID: path.posix.basename(page.docId),
    source: page.pathInTree,
    sourceDirName: path.posix.dirname(page.pathInTree),
    frontMatterSlug: typeof slug === 'string' ? slug : undefined,
  });
  return withoutTrailingSlash(`/docs${route}`);
}

function upstreamFaults(page: Page, routes: readonly DocRoute[]): Fault[] {
  const {upstream} = page.frontMatter;
  const docPath = canonicalPath(page);
  const route = routes.find((r) => r.path === docPath && r.versions.includes(page.version!.release));
  const place = {kind: KIND, file: page.file, line: page.lineOfKey('upstream')};
  if (route && upstream !== route.page) {
    return [
      {
        ...place,
        problem:
          upstream === undefined || upstream === null
            ? '没有 upstream（英文原文的地址）'
            : `upstream「${String(upstream)}」与 data/routes.json 不符`,
        cure: `写 upstream: ${route.page}（data/routes.json 里 ${docPath} 的 page）`,
      },
    ];
  }
  if (route || upstream === undefined) {
    return [];
  }
  const pages = [...new Set(routes.map(({page}) => page))];
  if (typeof upstream !== 'string' || !pages.includes(upstream)) {
    const [near] = nearest(String(upstream), pages, 1);
    return [
      {
        ...place,
        problem: `data/routes.json 里没有英文页「${String(upstream)}」`,
        cure: `${near ? `改成 ${near}，或` : ''}删去这一行；没有英文原文的页面不写 upstream`,
      },
    ];
  }
  return [];
}

function textFault(page: Page, key: string, cure: string): Fault | undefined {
  const value = page.frontMatter[key];
  if (typeof value === 'string' && value.trim() !== '') {
    return undefined;
  }
  const isMissing = value === undefined || value === null || value === '';
  return {
    kind: KIND,
    file: page.file,
    line: page.lineOfKey(key),
    problem: isMissing ? `没有 ${key}` : `${key} 不是文字：${JSON.stringify(value)}`,
    cure,
  };
}

function lengthFault(page: Page): Fault | undefined {
  const {file, frontMatter} = page;
  const length = [...String(frontMatter.description)].length;
  return length >= SHORTEST && length <= LONGEST
    ? undefined
    : {
        kind: KIND,
        file,
        line: page.lineOfKey('description'),
        problem: `description 有 ${length} 个字符，要 ${SHORTEST} 到 ${LONGEST} 个`,
        cure: '写读者读完能做什么，一句话说完',
      };
}

function stageFault(page: Page): Fault | undefined {
  const {file, frontMatter} = page;
  const {stage} = frontMatter;
  if (stage === undefined || pageStage(frontMatter)) {
    return undefined;
  }
  const [near] = nearest(String(stage), PAGE_STAGES, 1);
  return {
    kind: KIND,
    file,
    line: page.lineOfKey('stage'),
    problem: `没有叫「${String(stage)}」的阶段`,
    cure: `${near ? `要的也许是 ${near}；` : ''}可以写 ${PAGE_STAGES.join('、')}，或删去这一行`,
  };
}

/** A release that the site does not document, named as that of the page's code. */
export function releaseFault(page: Page): Fault | undefined {
  const {tvm} = page.frontMatter;
  const releases = VERSIONS.map(({release}) => release);
  return tvm === undefined || releases.includes(String(tvm))
    ? undefined
    : {
        kind: KIND,
        file: page.file,
        line: page.lineOfKey('tvm'),
        problem: `没有版本「${String(tvm)}」`,
        cure: `写成 tvm: ${releases.join(' 或 tvm: ')}`,
      };
}

/** A page that readers know and that is left out of the site. */
function draftFaults(page: Page, routes: readonly DocRoute[] = []): Fault[] {
  const isKnown =
    page.kind === 'doc' &&
    routes.some(
      ({path, versions}) => path === canonicalPath(page) && versions.includes(page.version!.release),
    );
  return isKnown
    ? [
        {
          kind: KIND,
          file: page.file,
          line: page.lineOfKey('draft'),
          problem: 'draft: true 的页面不发布，而读者知道这一页的地址',
          cure: '写好了就删去这一行；要撤下这一页，见 CONTRIBUTING.md 的「改名和删除页面」',
        },
      ]
    : [];
}

/** Whether a file has front matter at all; a page that an editor has just made is often without. */
function hasFrontMatter(text: string): boolean {
  return /^---\r?\n[^]*?^---\s*$/m.test(text);
}

/**
 * What is wrong with the front matter of one file, seen alone.
 *
 * @param routes the pages that upstream has; undefined to leave `upstream` unchecked
 */
export function ownFaults(page: Page, routes?: readonly DocRoute[]): Fault[] {
  if (page.isDraft) {
    return draftFaults(page, routes);
  }
  if (!hasFrontMatter(page.text)) {
    return [
      {
        kind: KIND,
        file: page.file,
        line: 1,
        problem: '没有页首信息',
        cure: '文件从这几行开始：---、title: 页面的标题、description: 读者读完能做什么、---，每项一行',
      },
    ];
  }
  const title = textFault(page, 'title', '在页首加一行 title: 页面的标题');
  const description = textFault(
    page,
    'description',
    page.kind === 'doc'
      ? `在页首加一行 description: 读者读完能做什么，${SHORTEST} 到 ${LONGEST} 个字符`
      : '在页首加一行 description: 这一页讲什么',
  );
  const faults = [title, description, stageFault(page), releaseFault(page)];
  if (page.kind === 'doc') {
    faults.push(description ? undefined : lengthFault(page));
    faults.push(...(routes ? upstreamFaults(page, routes) : []));
  }
  return faults.filter((fault) => fault !== undefined);
}

/** What two pages of one tree must not share, and what to do about it. */
const UNIQUE = {
  title: '改写其中一个：侧边栏、搜索结果和浏览器的标签页里，读者只看得到标题',
  description: '改写其中一个，说出两页各自的不同',
};

/** Titles and descriptions that two pages of one tree share. */
export function sharedTexts(pages: readonly Page[]): Fault[] {
  const first = new Map<string, Page>();
  const docs = pages.filter(({kind, isDraft}) => kind === 'doc' && !isDraft);
  return docs.flatMap((page) =>
    Object.entries(UNIQUE).flatMap(([field, cure]) => {
      const text = page.frontMatter[field];
      if (typeof text !== 'string' || text === '') {
        return [];
      }
      const key = `${page.version!.release} ${field} ${text.trim()}`;
      const other = first.get(key);
      if (!other) {
        first.set(key, page);
        return [];
      }
      const problem = `${field} 与 ${other.file}:${other.lineOfKey(field)} 相同`;
      return [{kind: KIND, file: page.file, line: page.lineOfKey(field), problem, cure}];
    }),
  );
}

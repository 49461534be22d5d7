import {withoutTrailingSlash} from '../../site/addresses';
import fs from 'node:fs';
import path from 'node:path';
import type {ParseFrontMatter} from '@docusaurus/types';
import getSlug from '@docusaurus/plugin-content-docs/lib/slug.js';
import {nearest} from '../../site/nearest';
import {type DocRoute, readRoutes} from '../../site/node/redirects';
import {type Fault, stopOnFaults} from './fault';
import {needFaults} from './needs';
import {classify, docId, lineOfKey, parse, type ParsedSource, pathInTree, type Source} from './sources';

const KIND = '页首信息（front matter）有误';
const SHORTEST = 40;
const LONGEST = 110;

/** The front matter could not be read as YAML. */
export function syntaxFault(source: Source, error: unknown): Fault {
  const {reason, mark} = error as {reason?: string; mark?: {line: number}};
  return {
    kind: KIND,
    file: source.file,
    line: mark ? mark.line + 1 : 1,
    problem: `不是合法的 YAML：${reason ?? String(error)}`,
    cure: '改正这一行或它的上一行；值里有冒号、引号或 # 时，把整个值放进单引号',
  };
}

/** Path of a doc as if it stood in the newest tree, which is how `data/routes.json` lists it. */
export function canonicalPath(source: ParsedSource): string {
  const file = pathInTree(source);
  const {slug} = source.frontMatter;
  const route = getSlug({
    baseID: path.posix.basename(docId(source)),
    source: file,
    sourceDirName: path.posix.dirname(file),
    frontMatterSlug: typeof slug === 'string' ? slug : undefined,
  });
  return withoutTrailingSlash(`/docs${route}`);
}

function upstreamFaults(source: ParsedSource, routes: readonly DocRoute[]): Fault[] {
  const {upstream} = source.frontMatter;
  const docPath = canonicalPath(source);
  const route = routes.find((r) => r.path === docPath && r.versions.includes(source.version!.release));
  const place = {kind: KIND, file: source.file, line: lineOfKey(source.text, 'upstream')};
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

function textFault(source: ParsedSource, key: string, cure: string): Fault | undefined {
  const value = source.frontMatter[key];
  if (typeof value === 'string' && value.trim() !== '') {
    return undefined;
  }
  const isMissing = value === undefined || value === null || value === '';
  return {
    kind: KIND,
    file: source.file,
    line: lineOfKey(source.text, key),
    problem: isMissing ? `没有 ${key}` : `${key} 不是文字：${JSON.stringify(value)}`,
    cure,
  };
}

function lengthFault({file, text, frontMatter}: ParsedSource): Fault | undefined {
  const length = [...String(frontMatter.description)].length;
  return length >= SHORTEST && length <= LONGEST
    ? undefined
    : {
        kind: KIND,
        file,
        line: lineOfKey(text, 'description'),
        problem: `description 有 ${length} 个字符，要 ${SHORTEST} 到 ${LONGEST} 个`,
        cure: '写读者读完能做什么，一句话说完',
      };
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
export function ownFaults(source: ParsedSource, routes?: readonly DocRoute[]): Fault[] {
  if (source.frontMatter.draft === true) {
    return [];
  }
  if (!hasFrontMatter(source.text)) {
    return [
      {
        kind: KIND,
        file: source.file,
        line: 1,
        problem: '没有页首信息',
        cure: '文件从这几行开始：---、title: 页面的标题、description: 读者读完能做什么、---，每项一行',
      },
    ];
  }
  const title = textFault(source, 'title', '在页首加一行 title: 页面的标题');
  const description = textFault(
    source,
    'description',
    source.kind === 'doc'
      ? `在页首加一行 description: 读者读完能做什么，${SHORTEST} 到 ${LONGEST} 个字符`
      : '在页首加一行 description: 这一页讲什么',
  );
  const faults = [title, description];
  if (source.kind === 'doc') {
    faults.push(description ? undefined : lengthFault(source));
    faults.push(...(routes ? upstreamFaults(source, routes) : []));
  }
  return faults.filter((fault) => fault !== undefined);
}

/** Descriptions that two pages of one tree share. */
export function sharedDescriptions(sources: readonly ParsedSource[]): Fault[] {
  const first = new Map<string, ParsedSource>();
  return sources.flatMap((source) => {
    const {description, draft} = source.frontMatter;
    if (source.kind !== 'doc' || typeof description !== 'string' || description === '' || draft === true) {
      return [];
    }
    const key = `${source.version!.release} ${description.trim()}`;
    const other = first.get(key);
    if (!other) {
      first.set(key, source);
      return [];
    }
    return [
      {
        kind: KIND,
        file: source.file,
        line: lineOfKey(source.text, 'description'),
        problem: `description 与 ${other.file}:${lineOfKey(other.text, 'description')} 相同`,
        cure: '改写其中一个，说出两页各自的不同',
      },
    ];
  });
}

/** What is wrong with the front matter of one file, told while it is being edited. */
async function editedFaults(siteDir: string, file: string, text: string): Promise<Fault[]> {
  const place = classify(file);
  if (!place || file.split('/').some((name) => name.startsWith('_'))) {
    return [];
  }
  const source: Source = {...place, file, text};
  try {
    const parsed = await parse(source);
    return [...ownFaults(parsed, readRoutes(siteDir)), ...needFaults(siteDir, parsed)];
  } catch (error) {
    return [syntaxFault(source, error)];
  }
}

/**
 * The parser of front matter for a preview: a page whose front matter cannot be read is listed all the same, so that it can
 * be opened and says there what is wrong. In a build the checks plugin has stopped before.
 */
export function lenientFrontMatter(): ParseFrontMatter {
  return async (params) => {
    try {
      return await params.defaultParseFrontMatter(params);
    } catch {
      return {frontMatter: {}, content: params.fileContent};
    }
  };
}

/** Stops on a page whose own front matter is wrong, when the page is compiled in a preview. */
export function remarkFrontMatter({siteDir}: {siteDir: string}) {
  return async (_tree: unknown, file: {path: string}): Promise<void> => {
    const relative = path.relative(siteDir, file.path).split(path.sep).join('/');
    stopOnFaults(await editedFaults(siteDir, relative, await fs.promises.readFile(file.path, 'utf8')));
  };
}

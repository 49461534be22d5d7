import {withoutTrailingSlash} from '../../site/addresses';
import path from 'node:path';
import type {ParseFrontMatter} from '@docusaurus/types';
import getSlug from '@docusaurus/plugin-content-docs/lib/slug.js';
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
  if (!route && upstream !== undefined && typeof upstream !== 'string') {
    return [{...place, problem: 'upstream 不是文字', cure: '写英文原文的地址，或删去这一行'}];
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

/** What is wrong with the front matter of one file, seen alone. */
export function ownFaults(source: ParsedSource, routes: readonly DocRoute[]): Fault[] {
  if (source.frontMatter.draft === true) {
    return [];
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
    faults.push(description ? undefined : lengthFault(source), ...upstreamFaults(source, routes));
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

/**
 * Makes the parser of front matter for Docusaurus: the stock one, stopping on a page whose own front matter is wrong.
 * In a build the checks plugin has already looked at all pages together; this one speaks while a page is being edited.
 */
export function parseFrontMatter(siteDir: string): ParseFrontMatter {
  const routes = readRoutes(siteDir);
  return async (params) => {
    const file = path.relative(siteDir, params.filePath).split(path.sep).join('/');
    const place = classify(file);
    if (!place || file.split('/').some((name) => name.startsWith('_'))) {
      return params.defaultParseFrontMatter(params);
    }
    const source: Source = {...place, file, text: params.fileContent};
    const parsed = await parse(source).catch((error: unknown) => {
      stopOnFaults([syntaxFault(source, error)]);
      throw error;
    });
    stopOnFaults([...ownFaults(parsed, routes), ...needFaults(siteDir, parsed)]);
    return params.defaultParseFrontMatter(params);
  };
}

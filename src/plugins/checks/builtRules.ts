import fs from 'node:fs';
import path from 'node:path';
import type {Route} from '../../content/checks/duplicates';
import type {Fault} from '../../content/checks/fault';
import type {BuiltPage} from './builtPage';
import {type BuiltSite, isNotFound, resolveOnSite, withoutSlash} from './builtSite';

/** A page of the build as the rules see it. */
interface Subject {
  pathname: string;
  page: BuiltPage;
  site: BuiltSite;
  /** Whether a component of its own makes the page, not a Markdown file. */
  isComponent: boolean;
  siteTitle?: string;
}

/** What every page has to have. */
interface Rule {
  kind: string;
  /** Whether it holds only where no service is configured, so that it is looked at in `npm test` and not in each build. */
  plainOnly?: true;
  cure: string | ((subject: Subject) => string);
  /** What is wrong; undefined where nothing is. */
  find(subject: Subject): string | undefined;
}

/** Docusaurus leaves the base URL its slash, and takes it off every other address. */
function expectedCanonical({address: {url, baseUrl}}: BuiltSite, pathname: string): string {
  return encodeURI(url + (pathname === withoutSlash(baseUrl) ? baseUrl : pathname));
}

const HEAD = '页面没有标题或描述';

const RULES: readonly Rule[] = [
  {
    kind: '页面的语言',
    cure: '在 docusaurus.config.ts 的 localeConfigs 里写 htmlLang: zh-Hans',
    find: ({page: {lang = ''}}) => (lang === 'zh-Hans' ? undefined : `lang 是「${lang}」`),
  },
  {
    kind: '页面的 H1',
    cure: '标题只由页首的 title 产生一次，正文从 H2 开始；页面组件要有一个 <h1>',
    find: ({page: {headings}}) => (headings === 1 ? undefined : `有 ${headings} 个 H1`),
  },
  {
    kind: HEAD,
    cure: ({isComponent}) => (isComponent ? '给 <Layout> 加上 title' : '在页首写 title'),
    find: ({page: {title}, pathname, site, isComponent, siteTitle}) =>
      // The home page may keep the title of the site.
      !title || (isComponent && title === siteTitle && pathname !== withoutSlash(site.address.baseUrl))
        ? '没有 title'
        : undefined,
  },
  {
    kind: HEAD,
    cure: ({isComponent}) =>
      isComponent
        ? '给 <Layout> 加上 description'
        : '在页首写 description；插件生成的页面在 src/theme 里给出',
    find: ({page: {description}, pathname}) =>
      description || isNotFound(pathname) ? undefined : '没有 description',
  },
  {
    kind: '页面的 id',
    cure: '改其中一个标题，或用 {/* #编号 */} 指定编号',
    find: ({page: {repeatedIds}}) =>
      repeatedIds.size > 0 ? `id 重复：${[...repeatedIds].join('、')}` : undefined,
  },
  {
    kind: '页面的 canonical',
    cure: ({site, pathname}) =>
      `应为 ${expectedCanonical(site, pathname)}；核对 url、baseUrl 和 trailingSlash`,
    find: ({page: {canonical}, pathname, site}) =>
      isNotFound(pathname) || canonical === undefined || canonical === expectedCanonical(site, pathname)
        ? undefined
        : `canonical 是 ${canonical}`,
  },
  {
    kind: '别的主机',
    plainOnly: true,
    cure: '把文件放进 static/，或让它只在设置了环境变量时出现',
    find({page: {files}, site: {address}}) {
      const foreign = [...files].filter(
        (file) => /^(https?:)?\/\//i.test(file) && !file.startsWith(`${address.url}/`),
      );
      return foreign.length > 0 ? `从别的主机载入：${foreign.join('、')}` : undefined;
    },
  },
];

/** A page that only leads elsewhere has to lead to a page that exists. */
function redirectFault(pathname: string, redirect: string, site: BuiltSite): Fault[] {
  const target = resolveOnSite(redirect, pathname, site.address);
  return target && site.pages.has(target.path)
    ? []
    : [
        {
          kind: '旧地址',
          file: pathname,
          problem: `转到不存在的页面 ${redirect}`,
          cure: '核对 data/routes.json 里的 live 和 src/content/routes.ts',
        },
      ];
}

/**
 * What is wrong with each page of a build, seen alone.
 *
 * @param routes pages that have a file of their own, at which their faults are told; others are told at their address
 * @param siteTitle title of the site, which no page but the home page may have
 */
export function pageFaults(
  siteDir: string,
  site: BuiltSite,
  routes: readonly Route[],
  siteTitle?: string,
): Fault[] {
  const files = new Map(routes.map(({permalink, file}) => [withoutSlash(decodeURI(permalink)), file]));
  const place = (file: string, isComponent: boolean) => {
    const lines = isComponent ? fs.readFileSync(path.join(siteDir, file), 'utf8').split(/\r?\n/) : [];
    return lines.findIndex((text) => text.includes('<Layout')) + 1 || undefined;
  };
  return [...site.pages].flatMap(([pathname, page]): Fault[] => {
    if (page.redirect !== undefined) {
      return redirectFault(pathname, page.redirect, site);
    }
    const file = files.get(pathname) ?? pathname;
    const isComponent = /^src\/pages\/.*\.[jt]sx?$/.test(file);
    const subject = {pathname, page, site, isComponent, siteTitle};
    return RULES.filter(({plainOnly}) => site.isFinished || !plainOnly).flatMap(({kind, find, cure}) => {
      const found = find(subject);
      const problem = file === pathname ? found : `地址 ${pathname} 的页面${found}`;
      return found === undefined
        ? []
        : [
            {
              kind,
              file,
              line: place(file, isComponent),
              problem: problem!,
              cure: typeof cure === 'string' ? cure : cure(subject),
            },
          ];
    });
  });
}

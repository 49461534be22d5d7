import {resolveOnSite, type SiteAddress} from '../../src/plugins/checks/builtSite';
import type {Page} from './page';

/** Pages of a build by their paths, and its other files. */
export interface Build {
  address: SiteAddress;
  pages: ReadonlyMap<string, Page>;
  /** Whether a path below the base URL is a file. */
  hasFile(pathname: string): boolean;
}

/** Something wrong with a page, and what to do about it. */
export interface Problem {
  problem: string;
  cure: string;
}

type Rule = (pathname: string, page: Page, build: Build) => Problem[];

const when = (wrong: boolean, problem: string, cure: string): Problem[] => (wrong ? [{problem, cure}] : []);

// The page that stands for every address that is not there has no address of its own.
const isNotFound = (pathname: string) => pathname.endsWith('/404.html');

const language: Rule = (_, {lang}) =>
  when(
    lang !== 'zh-Hans',
    `lang 是「${lang ?? ''}」`,
    '在 docusaurus.config.ts 的 localeConfigs 里写 htmlLang: zh-Hans',
  );

const heading: Rule = (_, {headings}) =>
  when(
    headings !== 1,
    `有 ${headings} 个 H1`,
    '标题只由页首的 title 产生一次，正文从 H2 开始；页面组件要有一个 <h1>',
  );

const title: Rule = (_, page) =>
  when(page.title === '', '没有 <title>', '在页首写 title，页面组件给 <Layout> 加 title');

const description: Rule = (pathname, page) =>
  when(
    !page.description && !isNotFound(pathname),
    '没有 description',
    '在页首写 description；插件生成的页面在 src/theme 里给出',
  );

const uniqueIds: Rule = (_, {ids}) => {
  const twice = [...new Set(ids.filter((id, i) => ids.indexOf(id) !== i))];
  return when(
    twice.length > 0,
    `id 重复：${twice.join('、')}`,
    '改其中一个标题，或用 {/* #编号 */} 指定编号',
  );
};

const canonical: Rule = (pathname, page, {address}) =>
  when(
    !isNotFound(pathname) &&
      page.canonical !== undefined &&
      page.canonical !== encodeURI(address.url + pathname),
    `canonical 是 ${page.canonical}`,
    `应为 ${address.url}${pathname}；核对 url、baseUrl 和 trailingSlash`,
  );

const foreignFiles: Rule = (_, {files}, {address}) => {
  const foreign = files.filter(
    (file) => /^(https?:)?\/\//i.test(file) && !file.startsWith(`${address.url}/`),
  );
  return when(
    foreign.length > 0,
    `从别的主机载入：${foreign.join('、')}`,
    '把文件放进 static/，或让它只在设置了环境变量时出现',
  );
};

const references: Rule = (pathname, {links, files}, {address, pages, hasFile}) => {
  const broken = (href: string, isLink: boolean): string | undefined => {
    const target = resolveOnSite(href, pathname, address);
    // The language menu of the page for what is not there leads to its own address.
    if (target === undefined || (isNotFound(pathname) && target && `${target.path}.html` === pathname)) {
      return undefined;
    }
    const page = target && isLink ? pages.get(target.path) : undefined;
    if (target === null || (!page && !hasFile(target.path))) {
      return href;
    }
    return page && target.anchor && target.anchor !== 'top' && !page.anchors.has(target.anchor)
      ? href
      : undefined;
  };
  const missing = [
    ...new Set([...links.map((href) => broken(href, true)), ...files.map((href) => broken(href, false))]),
  ].filter((href) => href !== undefined);
  return when(
    missing.length > 0,
    `指向不存在的页面、锚点或文件：${missing.join('、')}`,
    '改正地址，或删去引用',
  );
};

const RULES: readonly Rule[] = [
  language,
  heading,
  title,
  description,
  uniqueIds,
  canonical,
  foreignFiles,
  references,
];

/** Everything that is wrong with a page. A page that only leads elsewhere has to lead to a page that exists. */
export function checkPage(pathname: string, page: Page, build: Build): Problem[] {
  if (page.redirect !== undefined) {
    const target = resolveOnSite(page.redirect, pathname, build.address);
    return when(
      !target || !build.pages.has(target.path),
      `转到不存在的页面 ${page.redirect}`,
      '核对 data/routes.json 里的 live 和 src/site/node/redirects.ts',
    );
  }
  return RULES.flatMap((rule) => rule(pathname, page, build));
}

/** `npm run links`: follows every link of the built site with a crawler that knows nothing of how the site is made. */
import path from 'node:path';
import {LinkChecker} from 'linkinator';
import {isMain} from './checks/isMain';
import {runCommand} from './commandLine';
import {serveSite} from './server';

export interface Crawl {
  /** Addresses of the site that were read. */
  pages: number;
  links: number;
  broken: string[];
}

/** Addresses that only somebody who may write there can open, or that name lines checked elsewhere. */
const NOT_FOLLOWED = [
  /^https:\/\/github\.com\/apache\/tvm\/blob\//,
  /^https:\/\/github\.com\/[^/]+\/[^/]+\/edit\//,
];

/** Follows the links from a site's first page on; fragments have to be there, and nothing may lead to a redirect. */
export async function crawlLinks(origin: string, external = false): Promise<Crawl> {
  const checker = new LinkChecker();
  let pages = 0;
  checker.on('pagestart', () => void pages++);
  const isOwn = (link: string) => `${link}/`.startsWith(`${origin}/`);
  const {links} = await checker.check({
    path: `${origin}/`,
    recurse: true,
    concurrency: 20,
    checkFragments: true,
    checkCss: true,
    timeout: 30_000,
    retry: external,
    retryErrors: external,
    redirects: external ? 'allow' : 'error',
    // It takes a page's address for that of a folder.
    urlRewriteExpressions: [{pattern: /(?<=[^:/])\/(?=[#?]|$)/, replacement: ''}],
    linksToSkip: (link) =>
      Promise.resolve(!isOwn(link) && (!external || NOT_FOLLOWED.some((pattern) => pattern.test(link)))),
  });
  const broken = links
    .filter(({state}) => state === 'BROKEN')
    .map(
      ({url, status, parent = ''}) =>
        `${parent.replace(origin, '')} -> ${url.replace(origin, '')} (${status})`,
    );
  return {
    pages,
    links: links.filter(({state}) => state !== 'SKIPPED').length,
    broken: [...new Set(broken)].sort(),
  };
}

const USAGE = `用法：npm run links -- [选项]

用与本站的做法无关的爬虫走遍构建好的站点的链接。

  --external  别的站点的链接也打开；TVM 源代码的除外，它们的行由 data/sources 核对过
`;

const OPTIONS = {external: {type: 'boolean', default: false}} as const;

if (isMain(__filename)) {
  runCommand({usage: USAGE, options: OPTIONS}, async ({values: {external}}) => {
    const server = await serveSite(path.resolve('build'));
    const {pages, links, broken} = await crawlLinks(server.origin, external);
    await server.close();
    console.log(`${pages} 页，${links} 个链接，${broken.length} 个打不开`);
    broken.forEach((line) => console.log(line));
    return broken.length > 0 ? 1 : 0;
  });
}

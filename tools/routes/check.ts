/**
 * Checks every page of the built site: it answers, and has one H1, a title, a description, unique ids, links and anchors
 * that exist, its language, and nothing from another host.
 *
 * usage: tsx tools/routes/check.ts [--dir build]
 */
import path from 'node:path';
import {withoutTrailingSlash} from '../../src/site/addresses';
import {parseArgs} from 'node:util';
import {readEnvironment} from '../../src/site/environment';
import {readRoutes} from '../../src/site/node/redirects';
import {isMain} from '../checks/isMain';
import {serveSite} from '../server';
import {readBuild} from './build';
import {checkPage, type Problem} from './rules';

const ROOT = path.resolve(__dirname, '../..');

async function answers(origin: string, pathname: string): Promise<Problem[]> {
  const response = await fetch(origin + encodeURI(pathname), {redirect: 'manual'});
  await response.arrayBuffer();
  const wanted = pathname.endsWith('/404.html') ? [200, 404] : [200];
  return wanted.includes(response.status)
    ? []
    : [{problem: `服务器答 ${response.status}`, cure: '核对文件名和 trailingSlash'}];
}

/** Checks a built site; prints what is wrong and returns how many pages are right and wrong. */
export async function checkRoutes(folder: string): Promise<{passed: number; failed: number}> {
  const {siteUrl, baseUrl} = readEnvironment(process.env);
  const build = readBuild(folder, {url: siteUrl, baseUrl});
  const server = await serveSite(folder);
  let failed = 0;
  try {
    for (const [pathname, page] of build.pages) {
      const problems = [
        ...checkPage(pathname, page, build),
        ...(baseUrl === '/' ? await answers(server.origin, pathname) : []),
      ];
      failed += problems.length > 0 ? 1 : 0;
      for (const {problem, cure} of problems) {
        console.error(`${pathname}  ${problem}\n    办法：${cure}`);
      }
    }
    const moved = readRoutes(ROOT).filter(({path: docPath}) => build.pages.has(docPath));
    for (const {path: docPath, live = []} of moved) {
      for (const address of live.filter((a) => !build.pages.has(withoutTrailingSlash(a)))) {
        failed += 1;
        console.error(
          `${address}  旧地址不再有效\n    办法：让它转到 ${docPath}（src/site/node/redirects.ts）`,
        );
      }
    }
  } finally {
    await server.close();
  }
  return {passed: build.pages.size - failed, failed};
}

if (isMain(__filename)) {
  const {values} = parseArgs({options: {dir: {type: 'string', default: path.join(ROOT, 'build')}}});
  void checkRoutes(path.resolve(values.dir)).then(
    ({passed, failed}) => {
      console.log(`${passed} passed, ${failed} failed`);
      process.exitCode = failed > 0 ? 1 : 0;
    },
    (error: Error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}

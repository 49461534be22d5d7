/**
 * Checks a finished build as the build itself does, and what only a finished one shows: pages that other plugins write at
 * the end, earlier addresses, files from other hosts, and that a server answers.
 */
import path from 'node:path';
import {type Fault, formatFaults} from '../../src/content/checks/fault';
import {readRoutes} from '../../src/content/routes';
import {BuiltSite} from '../../src/plugins/checks/builtSite';
import {builtFaults} from '../../src/plugins/checks/builtFaults';
import {withoutTrailingSlash} from '../../src/site/addresses';
import {readEnvironment} from '../../src/site/environment';
import {runCommand} from '../commandLine';
import {serveSite} from '../server';

const ROOT = path.resolve(__dirname, '../..');

async function answerFaults(folder: string, paths: Iterable<string>): Promise<Fault[]> {
  const server = await serveSite(folder);
  const faults: Fault[] = [];
  try {
    for (const pathname of paths) {
      const response = await fetch(server.origin + encodeURI(pathname), {redirect: 'manual'});
      await response.arrayBuffer();
      const {status} = response;
      if (status !== 200 && !(status === 404 && pathname === '/404.html')) {
        faults.push({
          kind: '服务器',
          file: pathname,
          problem: `服务器答 ${status}`,
          cure: '核对文件名和 trailingSlash',
        });
      }
    }
  } finally {
    await server.close();
  }
  return faults;
}

/** Earlier addresses of pages of the build that lead nowhere any more. */
function movedFaults({pages}: BuiltSite): Fault[] {
  return readRoutes(ROOT)
    .filter(({path: docPath}) => pages.has(docPath))
    .flatMap(({path: docPath, live = []}) =>
      live
        .filter((address) => !pages.has(withoutTrailingSlash(address)))
        .map((address) => ({
          kind: '旧地址',
          file: address,
          problem: '旧地址不再有效',
          cure: `让它转到 ${docPath}（src/content/routes.ts）`,
        })),
    );
}

const USAGE = `用法：npx tsx tools/checks/built.ts [--dir 目录]

检查构建好的站点里每个页面的 HTML；目录默认是 build。
`;

const OPTIONS = {dir: {type: 'string', default: path.join(ROOT, 'build')}} as const;

runCommand({usage: USAGE, options: OPTIONS}, async ({values}) => {
  const folder = path.resolve(values.dir);
  const {siteUrl, baseUrl} = readEnvironment(process.env);
  const site = new BuiltSite(folder, {url: siteUrl, baseUrl}, true);
  site.readAll();
  const faults = [
    ...builtFaults(ROOT, site),
    ...(baseUrl === '/' ? await answerFaults(folder, site.pages.keys()) : []),
    ...movedFaults(site),
  ];
  if (faults.length > 0) {
    console.error(formatFaults(faults));
  }
  const faulty = new Set(faults.map(({file}) => file)).size;
  console.log(`${Math.max(0, site.pages.size - faulty)} passed, ${faults.length} failed`);
  return faults.length > 0 ? 1 : 0;
});

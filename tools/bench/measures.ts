import fs from 'node:fs';
import path from 'node:path';
import {serveSite} from '../server';
import {copySite} from '../siteCopy';
import {buildSite} from './fixture';
import {benchTransfer, type Transfer} from './transfer';

/** What makes the site light, and how to build the site without it. */
interface Measure {
  name: string;
  remove(siteDir: string): void;
}

/** What a first visit loads of a site that is without one of the measures. */
export interface WithoutMeasure {
  without: string;
  visits: Transfer[];
}

const VISITED = ['/', '/docs/tutorial/quick_start', '/docs/tutorial/uma'];

/** Changes text that has to be there. */
function edit(siteDir: string, name: string, search: string, replacement: string): void {
  const file = path.join(siteDir, name);
  const text = fs.readFileSync(file, 'utf8');
  if (!text.includes(search)) {
    throw new Error(`${name} 里没有「${search}」；照它现在的写法改 tools/bench/measures.ts`);
  }
  fs.writeFileSync(file, text.replace(search, replacement));
}

const withoutPlugin = (name: string) => (siteDir: string) =>
  edit(siteDir, 'docusaurus.config.ts', `'./src/plugins/${name}/index.ts',`, '');

const MEASURES: readonly Measure[] = [
  {name: '无（全部都在）', remove: () => undefined},
  {
    name: '正文留在 HTML 里，不发它的脚本；页面清单压缩',
    remove(siteDir) {
      withoutPlugin('static-articles')(siteDir);
      // Without that plugin no page brings the components of Markdown itself.
      edit(siteDir, 'src/theme/DocItem/Content/index.tsx', `process.env.NODE_ENV === 'development'`, 'true');
    },
  },
  {name: '去掉 Prism、英文消息、构建用的配置', remove: withoutPlugin('lean')},
  {
    name: '只预取下一页',
    remove: (siteDir) => edit(siteDir, 'docusaurus.config.ts', `, 'prefetch'`, ''),
  },
  {
    name: '打开搜索时才取 DocSearch',
    remove: (siteDir) => fs.rmSync(path.join(siteDir, 'src/theme/SearchBar'), {recursive: true}),
  },
];

/** Builds the site without each of the measures in turn. */
export async function benchMeasures(siteDir: string, work: string): Promise<WithoutMeasure[]> {
  const results: WithoutMeasure[] = [];
  for (const {name, remove} of MEASURES) {
    const target = path.join(work, 'measures');
    fs.rmSync(target, {recursive: true, force: true});
    fs.mkdirSync(target, {recursive: true});
    copySite(siteDir, target);
    remove(target);
    await buildSite(target);
    const server = await serveSite(path.join(target, 'build'));
    const visits = await benchTransfer(server.origin, VISITED).finally(() => server.close());
    results.push({without: name, visits});
    fs.rmSync(target, {recursive: true, force: true});
  }
  return results;
}

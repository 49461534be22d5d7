import fs from 'node:fs';
import path from 'node:path';
import {type BuiltSite, withoutSlash} from './builtSite';
import type {Fault} from './fault';
import type {Route} from './routes';

/** Page components that give their page no title or no description; the home page may keep the title of the site. */
export function pageHeadFaults(
  siteDir: string,
  site: BuiltSite,
  routes: readonly Route[],
  siteTitle: string,
): Fault[] {
  return routes
    .filter(({file}) => /^src\/pages\/.*\.[jt]sx?$/.test(file))
    .flatMap(({permalink, file}) => {
      const page = site.pages.get(withoutSlash(decodeURI(permalink)));
      const lines = fs.readFileSync(path.join(siteDir, file), 'utf8').split(/\r?\n/);
      const line = lines.findIndex((text) => text.includes('<Layout')) + 1;
      const missing = [
        ...(permalink !== site.address.baseUrl && (!page?.title || page.title === siteTitle)
          ? ['title']
          : []),
        ...(page?.description ? [] : ['description']),
      ];
      return missing.map((name) => ({
        kind: '页面没有标题或描述',
        file,
        line: line || undefined,
        problem: `地址 ${permalink} 的页面没有 ${name}`,
        cure: `给 <Layout> 加上 ${name}`,
      }));
    });
}

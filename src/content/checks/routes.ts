import {type DocRoute, sourceFile} from '../routes';
import {VERSIONS} from '../../site/versions';
import type {Fault} from './fault';

/** Addresses that readers know and at which a tree has no page, as after a file was renamed. */
export function routeFaults(siteDir: string, routes: readonly DocRoute[]): Fault[] {
  return routes.flatMap(({path, versions}) =>
    VERSIONS.filter(
      ({release, directory}) => versions.includes(release) && !sourceFile(siteDir, directory, path),
    ).map(({release, directory}) => ({
      kind: '读者知道的地址没有页面',
      file: 'data/routes.json',
      problem: `${release} 没有 ${path} 这一页，${directory}${path.slice('/docs'.length)}.md 不存在`,
      cure: `改了名：把这里的 path 改成新地址，把 ${path} 写进它的 live，旧链接就会转到新页；删了页：从 versions 里去掉 ${release}`,
    })),
  );
}

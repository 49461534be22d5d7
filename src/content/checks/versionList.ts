import {LATEST, VERSIONS} from '../../site/versions';
import {readJson} from '../json';
import type {Fault} from './fault';

const FILE = 'versions.json';

/** What is wrong with Docusaurus's own list of older versions, on which it stops with a stack. */
export function versionListFaults(siteDir: string): Fault[] {
  const wanted = VERSIONS.filter((version) => version !== LATEST).map(({docsVersion}) => docsVersion);
  const list = readJson<unknown>(siteDir, FILE);
  return JSON.stringify(list) === JSON.stringify(wanted)
    ? []
    : [
        {
          kind: '版本的列表有误',
          file: FILE,
          line: 1,
          problem:
            list === undefined
              ? '没有这个文件'
              : `内容是 ${JSON.stringify(list)}，与 src/site/versions.ts 里的旧版本不同`,
          cure: `写成 ${JSON.stringify(wanted)}；开始一个新版本不手改，运行 npm run versions -- new 版本 --tvm 目录`,
        },
      ];
}

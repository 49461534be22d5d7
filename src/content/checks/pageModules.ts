import fs from 'node:fs';
import path from 'node:path';
import type {Fault} from './fault';
import {contentFiles, PAGES_DIRECTORY} from '../pages';

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const DEFAULT_EXPORT = /\bexport\s+default\b|\bexport\s*\{[^}]*\bdefault\b[^}]*\}|\bmodule\.exports\b/;

/** Page components without a default export: Docusaurus has nothing to render at their address. */
export function pageModuleFaults(siteDir: string): Fault[] {
  return contentFiles(siteDir, PAGES_DIRECTORY, /(?<!\.d)\.[jt]sx?$/)
    .filter((file) => {
      const code = fs.readFileSync(path.join(siteDir, file), 'utf8').replace(COMMENTS, '');
      return !DEFAULT_EXPORT.test(code);
    })
    .map((file) => ({
      kind: '页面模块没有默认导出',
      file,
      problem: '没有 export default，这个地址没有东西可以显示',
      cure: '用 export default function 导出页面的组件；不是页面的文件改成以 _ 开头，或移出 src/pages',
    }));
}

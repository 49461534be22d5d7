import fs from 'node:fs';
import path from 'node:path';
import {type BuiltRecords, recordsFile} from '../../src/plugins/search/recordsFile';
import {listPaths} from '../../src/plugins/checks/builtSite';

const CURE = '办法：运行 npm run build，构建成功后再推送';

/**
 * Reads the records that the last build left.
 *
 * @throws Error saying what to do where the build has not ended well since
 */
export function readBuilt(siteDir: string): BuiltRecords {
  const file = recordsFile(siteDir);
  if (!fs.existsSync(file)) {
    throw new Error(`没有可推送的记录，站点还没有构建成功。${CURE}`);
  }
  const built = JSON.parse(fs.readFileSync(file, 'utf8')) as BuiltRecords;
  if (built.records.length === 0) {
    throw new Error(`构建没有留下任何记录。${CURE}`);
  }
  const written = fs.statSync(file).mtimeMs;
  const files = new Map(listPaths(built.outDir, built.baseUrl).map((page) => [page.pathname, page.file]));
  for (const pathname of new Set(built.records.map(({url}) => url.split('#')[0]!))) {
    const page = files.get(decodeURI(pathname));
    if (page === undefined) {
      throw new Error(`构建里没有 ${pathname}，记录和构建不是一次的。${CURE}`);
    }
    if (fs.statSync(path.join(built.outDir, page)).mtimeMs > written) {
      throw new Error(`${pathname} 比记录新，它所在的构建没有成功。${CURE}`);
    }
  }
  return built;
}

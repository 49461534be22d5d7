import {workerData} from 'node:worker_threads';
import {close, createIndex} from 'pagefind';

const {outDir} = workerData;
const {index, errors} = await createIndex({forceLanguage: 'zh', rootSelector: 'article'});
if (!index) {
  throw new Error(`搜索索引没有建成：${errors.join('；')}`);
}
const added = await index.addDirectory({path: outDir, glob: '{docs,blog}/**/*.html'});
const written = await index.writeFiles({outputPath: `${outDir}/pagefind`});
await close();
const problems = [...added.errors, ...written.errors];
if (problems.length > 0) {
  throw new Error(`搜索索引没有建成：${problems.join('；')}`);
}

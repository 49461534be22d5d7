/** `npm run reference`: compares the API reference with the inventories, and helps to write it. Needs no TVM. */
import {existsSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {runCommand} from '../commandLine';
import {formatFaults} from '../../src/content/checks/fault';
import {signatureOf} from '../../src/content/reference';
import {findEntry, type Inventory, readInventory} from '../../src/content/inventory';
import {readReferenceNames, referenceFile} from '../../src/content/referenceNames';
import {LATEST, VERSIONS} from '../../src/site/versions';
import {coverage, formatCoverage, probeFaults} from '../probes/check';
import {readEntryWords, readSectionWords} from '../probes/words';
import {TaggedSource} from '../sources/tags';
import {findDefinitionsOf} from './definitions';
import {checkReference} from './site';
import {drawEntries} from './sample';
import {countUsage, nameResolver, usageFile} from './usage';

/** How many of the names that pages use need an example that runs. */
const MOST_USED = 150;

const USAGE = `用法：
  npm run reference                         全部参考页与清单比较
  npm run reference -- 文件…                只比较这几页
  npm run reference -- --skeleton 页        印出一页要写的条目，例如 relay/transform
  npm run reference -- --sample N --seed S  从写好的条目里抽 N 条，供第二个人核对
  npm run reference -- --tvm 目录           在带标签的 TVM 克隆里重新找每个名称定义在哪一行
  npm run reference -- --count-used         重新数出其余页面用得最多的 ${MOST_USED} 个名称，它们要有能运行的例子
`;

function inventoryOf(siteDir: string, release: string): Inventory {
  const inventory = readInventory(siteDir, release);
  if (!inventory) {
    throw new Error(
      `没有 ${release} 的清单 data/api/${release}.json。办法：npm run api -- --version ${release}`,
    );
  }
  return inventory;
}

function printSkeleton(siteDir: string, key: string): void {
  const names = readReferenceNames(siteDir, LATEST.release);
  const page = names[key] ?? names[`${key}/index`];
  if (!page) {
    throw new Error(`清单里没有页「${key}」；现有：${Object.keys(names).join('、')}`);
  }
  const inventory = inventoryOf(siteDir, LATEST.release);
  for (const name of Object.keys(page)) {
    const members = Object.entries(findEntry(inventory, name)?.members ?? {});
    console.log(`### ${name.slice(name.lastIndexOf('.') + 1)} {/* #${name} */}\n`);
    console.log(`\`\`\`python signature\n${signatureOf(inventory, name)}\n\`\`\`\n`);
    if (members.length > 0) {
      const rows = members.map(([member, sig]) => `| \`${member}${sig.startsWith('(') ? sig : ''}\` |  |`);
      console.log(`| 成员 | 含义 |\n| --- | --- |\n${rows.join('\n')}\n`);
    }
  }
}

function updateDefinitions(siteDir: string, directory: string): number {
  const tags = new TaggedSource(directory);
  let failed = 0;
  for (const {release} of VERSIONS) {
    const file = path.join(siteDir, referenceFile(release));
    if (!existsSync(file)) {
      continue;
    }
    const known = readReferenceNames(siteDir, release);
    const {names, missing} = findDefinitionsOf(known, inventoryOf(siteDir, release), release, tags);
    writeFileSync(file, `${JSON.stringify(names, null, 1)}\n`);
    missing.forEach((name) => console.error(`${release}：找不到 ${name} 的定义`));
    failed += missing.length;
  }
  return failed;
}

const OPTIONS = {
  skeleton: {type: 'string'},
  sample: {type: 'string'},
  seed: {type: 'string', default: '1'},
  tvm: {type: 'string'},
  'count-used': {type: 'boolean', default: false},
} as const;

runCommand({usage: USAGE, options: OPTIONS, takesWords: true}, ({values, positionals}) => {
  const siteDir = process.cwd();
  if (values.skeleton !== undefined) {
    printSkeleton(siteDir, values.skeleton);
    return 0;
  }
  if (values.tvm !== undefined) {
    return updateDefinitions(siteDir, values.tvm) > 0 ? 1 : 0;
  }
  if (values.sample !== undefined) {
    drawEntries(siteDir, Number(values.sample), Number(values.seed)).forEach((line) => console.log(line));
    return 0;
  }
  if (values['count-used']) {
    const {release} = LATEST;
    const resolve = nameResolver(inventoryOf(siteDir, release), readReferenceNames(siteDir, release));
    const counted = countUsage(siteDir, release, resolve, MOST_USED);
    writeFileSync(usageFile(release), `${JSON.stringify(counted, null, 1)}\n`);
    return 0;
  }
  const missing = positionals.find((file) => !existsSync(file));
  if (missing !== undefined) {
    throw new Error(`没有文件 ${missing}`);
  }
  const {faults, entries, names, pages} = checkReference(
    siteDir,
    positionals.map((file) => path.relative(siteDir, path.resolve(file)).split(path.sep).join('/')),
  );
  for (const {release} of positionals.length > 0 ? [] : VERSIONS) {
    const words = readEntryWords(siteDir, release);
    const sections = readSectionWords(siteDir, release);
    faults.push(...probeFaults(siteDir, release, new Map([...words, ...sections])));
    const [found, elsewhere] = [words, sections].map((one) => coverage(siteDir, release, one));
    console.log(formatCoverage(release, found!, elsewhere!));
  }
  if (faults.length > 0) {
    console.error(formatFaults(faults));
  }
  console.log(`API 参考：${pages} 页，${entries} 条，清单共 ${names} 个名称`);
  console.log(`${Math.max(0, entries - faults.length)} passed, ${faults.length} failed`);
  return faults.length > 0 ? 1 : 0;
});

/** `npm run api:diff 0.12.0 0.13.0`: what a release of TVM added to the API, took out of it and changed in it. */
import fs from 'node:fs';
import {runCommand, UsageError} from '../commandLine';
import {type ApiEntry, type Inventory, readInventory} from '../../src/content/inventory';
import {diffInventories, isOwn, type NamedSignature} from '../../src/content/inventoryDiff';
import {splitName} from '../../src/content/names';
import {LATEST} from '../../src/site/versions';
import {readReferenceNames} from '../../src/content/referenceNames';

const USAGE = `用法：
  npm run api:diff 旧版本 新版本          API 参考所涉及的模块
  npm run api:diff -- 旧版本 新版本 --all 所有公开的模块
`;

function inventoryOf(release: string): Inventory {
  const inventory = readInventory(process.cwd(), release);
  if (!inventory) {
    const known = fs.readdirSync('data/api').map((name) => name.replace(/\.json$/, ''));
    throw new Error(`没有 ${release} 的清单；现有：${known.sort().join('、')}`);
  }
  return inventory;
}

/** The modules in which the reference has names. */
function referenceModules(): Set<string> {
  const names = Object.values(readReferenceNames(process.cwd(), LATEST.release)).flatMap((page) =>
    Object.keys(page),
  );
  return new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
}

function print(title: string, lines: readonly string[]): void {
  console.log(`\n${title}（${lines.length}）`);
  lines.forEach((line) => console.log(`  ${line}`));
}

const OPTIONS = {all: {type: 'boolean', default: false}} as const;

runCommand({usage: USAGE, options: OPTIONS, takesWords: true}, ({values, positionals}) => {
  const [before, after] = positionals;
  if (before === undefined || after === undefined || positionals.length > 2) {
    throw new UsageError('要写旧版本和新版本');
  }
  const modules = values.all ? undefined : referenceModules();
  const keep = (name: string, entry: ApiEntry) =>
    isOwn(entry) && (modules === undefined || modules.has(splitName(name)[0]));
  const {added, removed, changed} = diffInventories(inventoryOf(before), inventoryOf(after), keep);
  const written = ({name, sig}: NamedSignature) => name + sig;
  print(`${after} 新增`, added.map(written));
  print(`${after} 去掉`, removed.map(written));
  print(
    `${after} 改了参数表`,
    changed.map(({name, from, to}) => `${name}\n    ${from}\n    ${to}`),
  );
});

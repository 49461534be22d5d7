import fs from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
import {BUNDLES_PATH, bundleName, placeOfRecord} from '../../../src/site/searchBundles';
import type {StoredRecord, SymbolTable} from '../../../src/site/searchTypes';
import {BUILD} from '../support/pages';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';
import {articleOf} from '../support/article';
import {OLDER, OLDEST} from '../../support/releases';

const visitor = useVisitor();
const dialog = searchDialog(visitor);
let fetched: string[];

beforeEach(() => {
  fetched = [];
  visitor.page.on('request', (request) => fetched.push(path.basename(new URL(request.url()).pathname)));
});

/** The table of names of a version, e.g. `current`, as the build wrote it, and where it says that a name is explained. */
function readTable(version: string): {table: SymbolTable; place(name: string): string} {
  const folder = path.join(BUILD, BUNDLES_PATH, bundleName(`docs-default-${version}`));
  const read = <T>(file: string) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')) as T;
  const table = read<SymbolTable>('symbols.json');
  const place = (name: string) => {
    const {file, at} = placeOfRecord(table.records[table.names[name]!]!);
    return read<StoredRecord[]>(file)[at]!.url;
  };
  return {table, place};
}

async function open(pathname: string): Promise<void> {
  await visitor.visit(pathname);
  await dialog.open();
}

/** Asks, and gives the address of the first result. */
async function first(query: string): Promise<string> {
  await dialog.input().fill('');
  await visitor.page.locator('.DocSearch-StartScreen').waitFor();
  await dialog.ask(query);
  return (await dialog.links())[0]!;
}

describe('an API name', () => {
  it.each([
    'tvm.relay.build',
    'tvm.te.compute',
    'tvm.relay.transform.FoldConstant',
    'tvm.runtime.vm.VirtualMachine',
  ])('leads to what explains it: %s', async (name) => {
    await open('/docs');
    expect(await first(name)).toBe(readTable('current').place(name));
    await dialog.choose();
    const last = name.slice(name.lastIndexOf('.') + 1);
    await articleOf(visitor.page).filter({hasText: last}).waitFor();
  });

  it.each([
    [
      'tvm.relay.transform.FoldConstant',
      ['foldconstant', 'FoldConstant', 'transform.FoldConstant', 'foldconst', 'foldconstnat'],
    ],
    [
      'tvm.relay.build',
      ['relay.build', 'Relay.Build', 'relay.build(mod, target)', 'relay.bui', 'relay.bulid'],
    ],
    ['tvm.runtime.vm.VirtualMachine', ['vm.VirtualMachine']],
    ['tvm.te.compute', ['te.compute']],
  ])(
    'is found in any case, without tvm, with arguments, by its beginning and misspelt: %s',
    async (name, queries) => {
      await open('/docs');
      const place = readTable('current').place(name);
      for (const query of queries) {
        expect(await first(query), query).toBe(place);
      }
    },
  );

  it.each([OLDER.release, OLDEST.release])('stays within %s', async (release) => {
    await open(`/docs/${release}/tutorial/intro`);
    expect(await first('te.compute')).toBe(readTable(release).place('tvm.te.compute'));
  });

  it('leads to its entry in the reference as soon as the table has it', async () => {
    const {table, place} = readTable('current');
    const shown = table.names['tvm.te.compute']!;
    const other = table.records.findIndex((_, i) => i !== shown);
    const names = Object.fromEntries(Object.entries(table.names).map(([name, i]) => [name, i + 1]));
    const changed: SymbolTable = {
      entries: 1,
      records: [table.records[other]!, ...table.records],
      names: {...names, 'tvm.te.compute': 0},
    };
    await visitor.context.route('**/docs-default-current/symbols.json', (route) =>
      route.fulfill({json: changed}),
    );
    await open('/docs');
    const [name] = Object.entries(table.names).find(([, i]) => i === other)!;
    expect(await first('te.compute')).toBe(place(name));
  });

  it('is what the table is fetched for, once, and the words for a query that no page has', async () => {
    await open('/docs');
    await first('算子融合');
    expect(fetched).not.toContain('symbols.json');
    await first('relay.build');
    await first('te.compute');
    expect(fetched.filter((file) => file === 'symbols.json')).toHaveLength(1);
    expect(fetched).not.toContain('words.json');
    await first('relay.bulid');
    expect(fetched.filter((file) => file === 'words.json')).toHaveLength(1);
  });
});

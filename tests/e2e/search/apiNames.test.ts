import path from 'node:path';
import {beforeEach, describe, expect, it} from 'vitest';
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

/** Matches the address of a name's entry in the reference of a version. */
function entryOf(name: string, root = '/docs'): RegExp {
  return new RegExp(`^${root}/reference/api/python/.*#${name}$`);
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
    'tvm.contrib.graph_executor.GraphModule',
  ])('leads to what explains it: %s', async (name) => {
    await open('/docs');
    expect(await first(name)).toMatch(entryOf(name));
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
    ['tvm.contrib.graph_executor.GraphModule', ['graph_executor.GraphModule']],
    ['tvm.te.compute', ['te.compute']],
  ])(
    'is found in any case, without tvm, with arguments, by its beginning and misspelt: %s',
    async (name, queries) => {
      await open('/docs');
      for (const query of queries) {
        expect(await first(query), query).toMatch(entryOf(name));
      }
    },
  );

  it.each([OLDER.release, OLDEST.release])('stays within %s', async (release) => {
    await open(`/docs/${release}/tutorial/intro`);
    expect(await first('te.compute')).toMatch(entryOf('tvm.te.compute', `/docs/${release}`));
  });

  it('that is misspelt is what the words of the pages are fetched for, once', async () => {
    await open('/docs');
    await first('算子融合');
    await first('relay.build');
    expect(fetched).not.toContain('words.json');
    await first('relay.bulid');
    await first('te.plcaeholder');
    expect(fetched.filter((file) => file === 'words.json')).toHaveLength(1);
  });
});

import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {lookup, readInventory} from '@site/src/content/inventory';
import {compareApis, readApi} from '@site/src/plugins/version-changes/changes';
import {changePairs, changesPath} from '@site/src/site/apiChanges';
import {getVersion, VERSIONS} from '@site/src/site/versions';

const ROOT = path.resolve(__dirname, '../../..');

describe('Pages of changes', () => {
  it('are between neighbours, and from the first to the last', () => {
    expect(changePairs().map(([from, to]) => changesPath(from.release, to.release))).toEqual([
      '/changes/0.12.0-0.13.0',
      '/changes/0.10.0-0.12.0',
      '/changes/0.10.0-0.13.0',
    ]);
    expect(changePairs(VERSIONS.slice(0, 2))).toHaveLength(1);
    expect(changePairs(VERSIONS.slice(0, 1))).toEqual([]);
  });

  it('need the inventories of both', () => {
    expect(() => readApi(ROOT, {...getVersion('0.12.0'), release: '0.11.0'})).toThrow(
      '没有 data/api/0.11.0.json。办法：运行 npm run api -- --version 0.11.0',
    );
  });
});

describe('What changed from 0.12.0 to 0.13.0', () => {
  const [old, young] = [getVersion('0.12.0'), getVersion('0.13.0')];
  const {modules} = compareApis(readApi(ROOT, old), readApi(ROOT, young));
  const changes = modules.flatMap((one) => one.changes);
  const [before, after] = [old, young].map(({release}) => readInventory(ROOT, release)!);

  it('is true of the inventories, name by name', () => {
    expect(changes.length).toBeGreaterThan(100);
    const found = (inventory: typeof before, name: string) => lookup(inventory!, name).state !== 'missing';
    const wrong = changes.filter(({name, state}) => {
      const [was, is] = [found(before, name), found(after, name)];
      return state === 'added' ? was || !is : state === 'removed' ? !was || is : !was || !is;
    });
    expect(wrong.map(({name, state}) => `${state} ${name}`)).toEqual([]);
  });

  it('says each name once and no member of a class that is itself in the list', () => {
    const names = changes.map(({name}) => name);
    expect(new Set(names).size).toBe(names.length);
    const whole = new Set(changes.filter(({state}) => state !== 'changed').map(({name}) => name));
    expect(names.filter((name) => whole.has(name.slice(0, name.lastIndexOf('.'))))).toEqual([]);
  });

  it('leads to the entry in the version that has the name', () => {
    const linked = changes.filter(({entry}) => entry);
    expect(linked.length).toBeGreaterThan(20);
    const misled = linked.filter(({state, entry}) =>
      state === 'removed' ? !entry!.startsWith(`${old.path}/`) : entry!.startsWith(`${old.path}/`),
    );
    expect(misled).toEqual([]);
  });
});

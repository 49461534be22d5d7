import fs from 'node:fs';
import {expect, test} from 'vitest';
import type {Inventory} from '../../../src/content/inventory';
import {Page} from '../../../src/content/pages';
import {LATEST} from '../../../src/site/versions';
import {nextNames, withRelease, withSignatures} from '../../../tools/versions/next';

const inventory = (names: Inventory[string]): Inventory => ({
  tvm: {te: {kind: 'module', home: 'tvm.te'}},
  'tvm.te': names,
});
const of = (name: string, sig = '(x)') => ({kind: 'function', sig, home: `tvm.te.${name}`}) as const;

test('a release is put at the head of the list and takes over what the newest is for', () => {
  const source = fs.readFileSync('src/site/versions.ts', 'utf8');
  const next = withRelease(source, '9.1.0', 'c'.repeat(40), '2030-01-02');
  const releases = [...next.matchAll(/release: '([\d.]+)'/g)].map(([, release]) => release);
  expect(releases.slice(0, 2)).toEqual(['9.1.0', LATEST.release]);
  const purposes = [...next.matchAll(/purpose: '(.*)'/g)].map(([, purpose]) => purpose);
  expect(purposes.slice(0, 2)).toEqual([LATEST.purpose, `给留在 ${LATEST.release.slice(0, -2)} 的项目`]);
  expect(() => withRelease('export const a = 1;', '9.1.0', '', '')).toThrow('找不到');
});

test('the reference of a release covers the names that are left and those that came to their modules', () => {
  const names = {te: {'tvm.te.a': 'a.py#L1', 'tvm.te.gone': 'a.py#L2'}};
  const before = inventory({a: of('a'), gone: of('gone'), other: of('other')});
  const imported = {kind: 'function', sig: '()', home: 'tvm.tir.b'} as const;
  const after = inventory({a: of('a'), other: of('other'), fresh: of('fresh'), imported});
  expect(nextNames(names, before, after)).toEqual({te: {'tvm.te.a': 'a.py#L1', 'tvm.te.fresh': ''}});
});

test('entries get the signatures of the release, those of names that went go', () => {
  const entry = (name: string, signature: string, rest = '说明。') =>
    `### ${name} {/* #tvm.te.${name} */}\n\n\`\`\`python signature\n${signature}\n\`\`\`\n\n${rest}\n`;
  const table = '| 成员 | 含义 |\n| --- | --- |\n| `f(x)` | 甲 |\n| `v` | 乙 |\n| `constructor()` | 丙 |';
  const text = [
    '---\ntitle: te\n---\n',
    entry('a', 'tvm.te.a(x)'),
    entry('gone', 'tvm.te.gone(x)'),
    entry('C', 'tvm.te.C(x)', table),
  ];
  const page = new Page('docs/reference/api/python/te.md', text.join('\n'));
  const C = {kind: 'class', sig: '(x)', home: 'tvm.te.C', members: {f: '(x, y)', v: 'value'}} as const;
  const {text: written, notes} = withSignatures(page, inventory({a: of('a', '(x, y=1)'), C}));
  expect(written).toBe(
    [
      text[0],
      entry('a', 'tvm.te.a(x, y=1)'),
      entry('C', 'tvm.te.C(x)', table.replace('f(x)', 'f(x, y)')),
    ].join('\n'),
  );
  expect(notes).toHaveLength(3);
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {orphanFaults} from '@site/src/content/checks/orphans';
import {positionFaults} from '@site/src/content/checks/positions';
import {Page} from '@site/src/content/pages';

const doc = (name: string, body = '', position?: number) =>
  new Page(`docs/${name}.md`, `---\ntitle: 题\n---\n\n${body}\n`, {title: '题', sidebar_position: position});

describe('pages to which no text leads', () => {
  const index = doc('index', '见 [甲](a/one.md)。');
  const one = doc('a/one', '见 [乙](./two.md#x)。\n\n```text\n[丁](four.md)\n```');
  const two = doc('a/two', '回到 [首页](../index.md)。');

  it('are told, also where they lead to each other', () => {
    const island = [doc('b/three', '[丁](four.md)'), doc('b/four', '[丙](three.md)')];
    expect(orphanFaults([index, one, two])).toEqual([]);
    expect(orphanFaults([index, one, two, ...island]).map(({file}) => file)).toEqual([
      'docs/b/three.md',
      'docs/b/four.md',
    ]);
  });

  it('are not those of the reference, which its index lists by itself', () =>
    expect(orphanFaults([index, one, two, doc('reference/api/python/te')]).map(({file}) => file)).toEqual(
      [],
    ));
});

describe('places in the sidebar', () => {
  const siteDir = fs.mkdtempSync(path.join(os.tmpdir(), 'positions-'));
  fs.mkdirSync(path.join(siteDir, 'docs/c/inner'), {recursive: true});
  fs.writeFileSync(path.join(siteDir, 'docs/c/_category_.json'), '{"label": "丙", "position": 2}');
  afterAll(() => fs.rmSync(siteDir, {recursive: true}));

  it('are each taken once in a folder, by pages and folders alike', () => {
    const pages = [doc('index', '', 0), doc('c/index', '', 0), doc('c/inner/x', '', 1), doc('one', '', 1)];
    expect(positionFaults(siteDir, pages)).toEqual([]);
    expect(positionFaults(siteDir, [...pages, doc('two', '', 2)])).toMatchObject([
      {file: 'docs/c/_category_.json', problem: '次序 2 与 docs/two.md 相同'},
    ]);
    expect(positionFaults(siteDir, [...pages, doc('none'), doc('nothing')])).toEqual([]);
  });
});

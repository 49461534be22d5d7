import {execFileSync} from 'node:child_process';
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {carryBack, correctionFaults, findCorrections} from '../../../tools/versions/corrections';
import {formatDiff, SIGNS} from '../../../tools/versions/compare';
import {readTwins} from '../../../tools/versions/pages';
import {blobOf, type Keep, readRecord, writeRecord} from '../../../tools/versions/record';
import {NEWEST, OLD, OLDEST, page, SmallSite} from './site';

const FIRST = page(
  '这里是第一句话。这里是第二句话。',
  '这里是第三句话。这里是第四句话。',
  '这里是第五句话。短。',
);
const second = (text: string) => FIRST.replace('这里是第二句话。', text);

let site: SmallSite;

const find = () => findCorrections(site.dir, readTwins(site.dir));
const faults = () => correctionFaults(site.dir, readTwins(site.dir), find());
const keep = (release: string, keeps: Keep[]) =>
  writeRecord(site.dir, release, {...readRecord(site.dir, release), keeps});

beforeEach(() => {
  site = new SmallSite({[NEWEST]: FIRST, [OLD]: FIRST, [OLDEST]: FIRST});
  for (const release of ['0.12.0', '0.10.0']) {
    writeRecord(site.dir, release, {pages: {'a.md': blobOf(FIRST)}, keeps: []});
  }
  site.commit({});
});

afterEach(() => {
  vi.restoreAllMocks();
  site.remove();
});

describe('the check', () => {
  test('finds nothing where nothing changed', () => {
    expect(faults()).toEqual([]);
  });

  test('finds what was changed on the newest page only', () => {
    site.commit({[NEWEST]: second('这里是改正过的第二句话。')});
    expect(faults().map(({file, line}) => [file, line])).toEqual([
      [OLD, 5],
      [OLDEST, 5],
    ]);
    expect(faults()[0]!.problem).toBe(
      'docs/a.md 已经改成「这里是改正过的第二句话。」，这里还是「这里是第二句话。」',
    );
    expect(faults()[0]!.cure).toContain('npm run versions -- carry docs/a.md');
  });

  test('finds what was changed on an older page only, also before it is committed', () => {
    site.write({[OLD]: second('这里是改正过的第二句话。')});
    expect(faults().map(({file, line}) => [file, line])).toEqual([
      [NEWEST, 5],
      [OLDEST, 5],
    ]);
    expect(faults()[0]!.cure).toContain(`carry --back ${OLD}`);
  });

  test('says nothing of differences that were there before, of short sentences, and of pages that were rewritten', () => {
    site.commit({[NEWEST]: FIRST.replace('短。', '长。')});
    expect(faults()).toEqual([]);
    site.commit({[NEWEST]: page('全部。', '都是新的。', '这里是第五句话。')});
    expect(faults()).toEqual([]);
  });

  test('does not take the line under a heading of a table for a sentence', () => {
    const table = `${FIRST}\n| 名称 | 含义 | 单位 |\n| --- | --- | --- |\n| 时间 | 最短的一次 | 毫秒 |\n`;
    site.commit({[NEWEST]: table, [OLD]: table, [OLDEST]: FIRST});
    writeRecord(site.dir, '0.12.0', {pages: {'a.md': blobOf(table)}, keeps: []});
    site.commit({[NEWEST]: FIRST});
    expect(faults().map(({line}) => line)).toEqual([11, 13]);
  });

  test('is content with a record of who keeps the sentence and why', () => {
    site.commit({[NEWEST]: second('这里是改正过的第二句话。')});
    keep('0.12.0', [{page: 'a.md', sentence: '这里是第二句话。', why: '这一版仍是这样'}]);
    expect(faults().map(({file}) => file)).toEqual([OLDEST]);
  });

  test('finds records that say nothing any more', () => {
    keep('0.12.0', [{page: 'a.md', sentence: '没有的句子。', why: '写错了'}]);
    expect(faults()).toMatchObject([{kind: '没有用的记录', file: 'data/versions/0.12.0.json'}]);
  });

  test('passes and says why where there is no history', () => {
    const root = process.cwd();
    const run = () =>
      execFileSync(
        process.execPath,
        ['node_modules/tsx/dist/cli.mjs', 'tools/versions/index.ts', 'check', '--site', site.dir],
        {
          cwd: root,
          encoding: 'utf8',
        },
      );
    execFileSync('rm', ['-rf', `${site.dir}/.git`]);
    site.write({[NEWEST]: second('这里是改正过的第二句话。')});
    expect(run()).toMatch(/略过：读不到 Git 的历史[^]*1 passed, 0 failed/);
  }, 60_000);
});

describe('carrying back', () => {
  test('shows what an older page corrected, and writes it where asked to', () => {
    const said: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text));
    const corrected = second('这里是改正过的第二句话。');
    site.commit({[OLD]: corrected});
    carryBack(site.dir, find().fromOlder, false);
    expect(said[0]).toBe(`${NEWEST}:5\n  - 这里是第二句话。\n  + 这里是改正过的第二句话。`);
    expect(site.read(NEWEST)).toBe(FIRST);
    carryBack(site.dir, find().fromOlder, true);
    expect([NEWEST, OLDEST].map((file) => site.read(file))).toEqual([corrected, corrected]);
    expect(faults()).toEqual([]);
  });

  test('leaves to a person what names the release, or has become something else than a sentence', () => {
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    site.commit({[OLD]: second('在 0.12.0 里是第二句话。'), [OLDEST]: second('')});
    carryBack(site.dir, find().fromOlder, true);
    expect(site.read(NEWEST)).toBe(FIRST);
  });
});

test('two versions stand side by side, each line as wide as its column', () => {
  const lines = formatDiff(
    FIRST,
    second('这里是改正过的第二句话，比原来的长得多，一行放不下。'),
    80,
    SIGNS,
  ).split('\n');
  expect(lines[0]).toMatch(/^ {4}5 这里是第二句话。 +│ {4}5 这里是/);
  expect(lines.join('')).toContain('{+改正');
  expect(lines.length).toBeGreaterThan(1);
});

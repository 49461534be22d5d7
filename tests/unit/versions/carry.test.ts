import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest';
import {readPage} from '../../../src/content/pages';
import {syntaxFault} from '../../../src/content/checks/frontMatter';
import {carry, settle, type CarryOptions} from '../../../tools/versions/carry';
import {lagging, readTwins, selectTwins} from '../../../tools/versions/pages';
import {blobOf, readRecord, writeRecord} from '../../../tools/versions/record';
import {formatStatus} from '../../../tools/versions/status';
import {NEWEST, OLD, OLDEST, page, SmallSite} from './site';

const FIRST = page('第一句话。第二句话。第三句话。第四句话。');

let site: SmallSite;
let said: string;

const options = (more: Partial<CarryOptions> = {}): CarryOptions => ({
  siteDir: site.dir,
  take: false,
  newestWins: false,
  ...more,
});
const status = () => formatStatus(site.dir, readTwins(site.dir));

beforeEach(() => {
  said = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (said += `${text}\n`));
  site = new SmallSite({
    [NEWEST]: FIRST,
    [OLD]: FIRST.replace('第四句话', '旧版的第四句话'),
    [OLDEST]: FIRST,
  });
  for (const release of ['0.12.0', '0.10.0']) {
    writeRecord(site.dir, release, {pages: {'a.md': blobOf(FIRST)}, keeps: []});
  }
  site.commit({});
});

afterEach(() => {
  vi.restoreAllMocks();
  site.remove();
});

describe('status', () => {
  test('says of nothing that it lags where nothing changed', () => {
    expect(status()).toBe('2 页，2 页同步，0 页落后');
  });

  test('counts what would change in each older page', () => {
    site.commit({[NEWEST]: FIRST.replace('第二句话', '第二句新话')});
    expect(status()).toMatch(
      /version-0\.12\.0\/a\.md +1 +0\n.*version-0\.10\.0\/a\.md +1 +0\n[^]*0 页同步，2 页落后/,
    );
    expect(lagging(site.dir, readTwins(site.dir))).toHaveLength(2);
  });

  test('knows a page that was rewritten', () => {
    site.commit({[NEWEST]: page('全部。', '都。', '是。', '新的。', '一页。')});
    expect(status()).toContain('0.13.0 的页面重写过');
    expect(lagging(site.dir, readTwins(site.dir))).toEqual([]);
  });

  test('says what it can not tell: no record, no history', () => {
    writeRecord(site.dir, '0.10.0', {pages: {}, keeps: []});
    writeRecord(site.dir, '0.12.0', {pages: {'a.md': blobOf('别的')}, keeps: []});
    expect(status()).toMatch(/没有记录[^]*落后/);
    expect(status()).toContain('克隆里没有上次同步时的文字');
  });
});

describe('carry', () => {
  test('writes the merged pages and what they are now in step with', async () => {
    site.commit({[NEWEST]: FIRST.replace('第二句话', '第二句新话')});
    expect(await carry(readTwins(site.dir), options())).toBe(0);
    expect(site.read(OLD)).toBe(page('第一句话。第二句新话。第三句话。旧版的第四句话。'));
    expect(site.read(OLDEST)).toBe(site.read(NEWEST));
    expect(readRecord(site.dir, '0.10.0').pages).toEqual({'a.md': blobOf(site.read(NEWEST))});
    expect(status()).toBe('2 页，2 页同步，0 页落后');
    expect(said).toContain('只改了文字');
  });

  test('leaves conflicts that can not be published, and records only what is settled', async () => {
    site.commit({[NEWEST]: FIRST.replace('第四句话', '新版的第四句话')});
    expect(await carry(selectTwins(readTwins(site.dir), [OLD]), options())).toBe(1);
    expect(said).toMatch(/version-0\.12\.0\/a\.md:5 {2}冲突/);
    expect(syntaxFault(readPage(site.dir, OLD))).toMatchObject({kind: '没有解决的冲突', file: OLD, line: 5});
    expect(readRecord(site.dir, '0.12.0').pages['a.md']).toBe(
      `${blobOf(FIRST)}..${blobOf(site.read(NEWEST))}`,
    );
    expect(status()).toContain('冲突还没有解决');
    await expect(settle(selectTwins(readTwins(site.dir), [OLD]), options())).rejects.toThrow('还有冲突标记');

    site.write({[OLD]: FIRST.replace('第四句话', '两版的第四句话'), [NEWEST]: page('后来又改了。')});
    expect(await settle(selectTwins(readTwins(site.dir), [OLD]), options())).toBe(0);
    const merged = FIRST.replace('第四句话', '新版的第四句话');
    expect(readRecord(site.dir, '0.12.0').pages['a.md']).toBe(blobOf(merged));
  });

  test('does not touch a page with conflicts of an earlier merge', async () => {
    const marked = page('<<<<<<< 0.12.0\n一\n=======\n二\n>>>>>>> 0.13.0');
    site.write({[OLD]: marked, [NEWEST]: page('新的。')});
    await carry(selectTwins(readTwins(site.dir), [OLD]), options());
    expect(site.read(OLD)).toBe(marked);
  });

  test('takes a whole page where asked to, and lists what the older one had of its own', async () => {
    site.commit({[NEWEST]: page('全部都是新的。')});
    await carry(selectTwins(readTwins(site.dir), [OLD]), options({take: true}));
    expect(site.read(OLD)).toBe(site.read(NEWEST));
    expect(said).toContain('旧的页面第 5 行自己的：旧版的第四句话。');
  });

  test('keeps a sentence that is recorded as kept, and forgets it once the page is in step', async () => {
    writeRecord(site.dir, '0.12.0', {
      pages: {'a.md': blobOf(FIRST)},
      keeps: [{page: 'a.md', sentence: '第二句话。', why: '这一版仍是这样'}],
    });
    site.commit({[NEWEST]: FIRST.replace('第二句话', '第二句新话')});
    await carry(selectTwins(readTwins(site.dir), [OLD]), options());
    expect(site.read(OLD)).toContain('第二句话。');
    expect(readRecord(site.dir, '0.12.0')).toEqual({pages: {'a.md': blobOf(site.read(NEWEST))}, keeps: []});
  });

  test('names the cure where the text of the last time is missing', async () => {
    const other = new SmallSite({});
    site.commit({[NEWEST]: page('新的。'), [OLDEST]: page('旧的。')});
    other.git('fetch', '-q', '--depth', '1', `file://${site.dir}`, 'main');
    other.git('reset', '-q', '--hard', 'FETCH_HEAD');
    await expect(carry(readTwins(other.dir), options({siteDir: other.dir}))).rejects.toThrow(
      'git fetch --unshallow',
    );
    other.remove();
  });

  test('lists names, links and releases on the new lines that the version lacks', async () => {
    const inventory = (names: object) => JSON.stringify({tvm: {relay: {kind: 'module'}}, 'tvm.relay': names});
    const f = (sig: string) => ({kind: 'function', sig, home: 'tvm.relay.f'});
    site.commit({
      'data/api/0.13.0.json': inventory({f: f('(x, y)'), g: {...f('(x)'), home: 'tvm.relay.g'}}),
      'data/api/0.12.0.json': inventory({f: f('(x)')}),
      [NEWEST]: FIRST.replace('第二句话', '用 `relay.f` 和 `relay.g`，0.13.0 里的 [`A`](tvm:a.py)'),
    });
    await carry(selectTwins(readTwins(site.dir), [OLD]), options());
    expect(said).toMatch(/a\.md:5 {2}tvm\.relay\.f 的参数不同：0\.12\.0 是 \(x\)，0\.13\.0 是 \(x, y\)/);
    expect(said).toContain('TVM 0.12.0 没有 tvm.relay.g');
    expect(said).toContain('说的是 0.13.0：');
    expect(said).toContain('data/sources/0.12.0.json 里没有 a.py 的 A');
  });
});

test('a name that fits no page is an error', () => {
  expect(() => selectTwins(readTwins(site.dir), ['b'])).toThrow('没有两个版本都有的页面「b」');
  expect(selectTwins(readTwins(site.dir), ['a']).map(({older}) => older.file)).toEqual([OLD, OLDEST]);
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest';
import {type ProbeRecord, proofsOf, readProbeRuns} from '@site/src/content/probeRecords';
import {coverage, probeFaults} from '../../../tools/probes/check';
import {probeHash, writeRun} from '../../../tools/probes/run';
import {bare, behaviour, type EntryWords, readSectionWords} from '../../../tools/probes/words';
import {LATEST, OLDER} from '../../support/releases';

const FILE = 'examples/probes/te.py';
const PAGE = 'docs/reference/api/python/te.md';

let root: string;
let entries: Map<string, EntryWords>;

function entry(name: string, line: number, description: string): void {
  entries.set(name, {file: PAGE, line, description, words: bare(description)});
}

function record(probes: ProbeRecord[], change: {hash?: string; complete?: boolean} = {}): void {
  const run = {tvm: LATEST.release, commit: null, python: '3.11.7', date: '2026-01-31', complete: false};
  writeRun(root, FILE, LATEST.release, {...run, hash: probeHash(root, FILE), probes, ...change});
}

const faults = () =>
  probeFaults(root, LATEST.release, entries).map(
    ({file, line, problem}) => `${file}:${line ?? ''} ${problem}`,
  );

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'probes-'));
  onTestFinished(() => fs.rmSync(root, {recursive: true}));
  fs.mkdirSync(path.join(root, 'examples/probes'), {recursive: true});
  fs.writeFileSync(path.join(root, FILE), 'x');
  entries = new Map();
  entry(
    'tvm.te.a',
    7,
    '返回 `1`。负数抛出 [`ValueError`](x.md)；零不检查。\n\n| 形参 | 含义 |\n| --- | --- |\n| `x` | 默认 0 |',
  );
  entry('tvm.te.b', 20, '什么也不做。');
});

const OK: ProbeRecord = {name: 'tvm.te.a', quotes: ['负数抛出 `ValueError`'], result: 'ok', line: 3};

describe('probes of entries', () => {
  it('are in order where the file is the one that was run and the entry has the quoted words', () => {
    record([OK]);
    expect(faults()).toEqual([]);
    expect(proofsOf(readProbeRuns(root, LATEST.release))).toEqual(
      new Map([['tvm.te.a', {proved: 1, place: `${FILE}#L3`}]]),
    );
  });

  it('are told when the words have changed, the entry is gone, or the words are false', () => {
    record([
      {...OK, quotes: ['负数抛出 `TypeError`']},
      {...OK, name: 'tvm.te.aa'},
      {...OK, name: 'tvm.te.b', quotes: ['什么也不做'], result: 'failed', reason: 'line 4: it does'},
    ]);
    expect(faults()).toEqual([
      `${FILE}:3 ${LATEST.release} 的 tvm.te.a 里没有「负数抛出 \`TypeError\`」（${PAGE}:7）`,
      `${FILE}:3 ${LATEST.release} 没有条目或小节 tvm.te.aa`,
      `${FILE}:3 ${LATEST.release} 的 tvm.te.b：「什么也不做」不成立：line 4: it does`,
    ]);
    expect(proofsOf(readProbeRuns(root, LATEST.release)).has('tvm.te.b')).toBe(false);
  });

  it('are told when the file has changed or was never run, and when it is gone', () => {
    expect(faults()).toEqual([`${FILE}: 在 ${LATEST.release} 上没有运行过`]);
    expect(probeFaults(root, OLDER.release, entries)).toEqual([]);
    record([OK], {hash: '0'});
    expect(faults()).toEqual([`${FILE}: 在 ${LATEST.release} 上运行之后改过`]);
    fs.rmSync(path.join(root, FILE));
    expect(faults()).toEqual([`examples/probes/results/${LATEST.release}/te.json: 没有 ${FILE}`]);
  });

  it('are missed where the file says that it has all of its page', () => {
    record([OK], {complete: true});
    expect(faults()).toEqual([`${PAGE}:20 tvm.te.b 没有断言，而 ${FILE} 说这一页的条目都有`]);
    record([OK, {name: 'tvm.te.b', quotes: ['什么也不做'], result: 'unproved', reason: '要有 CUDA'}], {
      complete: true,
    });
    expect(faults()).toEqual([]);
  });

  it('are counted by what an entry says of behaviour: no first sentence, no head of a table', () => {
    expect(behaviour(entries.get('tvm.te.a')!.description)).toEqual([
      '负数抛出 [`ValueError`](x.md)',
      '零不检查',
      '| `x` | 默认 0 |',
    ]);
    record([OK, {...OK, quotes: ['默认 0'], result: 'unproved', reason: '要有 CUDA'}]);
    expect(coverage(root, LATEST.release, entries)).toEqual({
      entries: 2,
      withProbe: 1,
      statements: 3,
      covered: 2,
      proved: 1,
      unproved: 1,
    });
  });
});

describe('sections of other pages', () => {
  it('are found by page and anchor, each up to the next heading', () => {
    const page = 'docs/how_to/errors.md';
    fs.mkdirSync(path.join(root, 'docs/how_to'), {recursive: true});
    const lines = [
      '---',
      'title: 报错',
      '---',
      '开头。',
      '',
      '## 索引 {/* #index */}',
      '',
      '第一句。',
      '### 其余',
      '第二句。',
    ];
    fs.writeFileSync(path.join(root, page), lines.join('\n'));
    const sections = readSectionWords(root, LATEST.release);
    expect([...sections].map(([name, {line, words}]) => [name, line, words])).toEqual([
      ['how_to/errors', 1, '开头。'],
      ['how_to/errors#index', 6, '第一句。'],
      ['how_to/errors#其余', 9, '第二句。'],
    ]);
  });
});

import {createHash} from 'node:crypto';
import fs from 'node:fs';
import {describe, expect, it} from 'vitest';
import {
  filterSteps,
  foldLines,
  linesOf,
  type PassRecord,
  readSteps,
} from '@site/src/components/PassSteps/record';
import {VERSIONS} from '@site/src/site/versions';

const record: PassRecord = {
  release: '0.13.0',
  target: 'llvm',
  model: 0,
  steps: [
    ['sequential', 0, 'optimize', 0, 1],
    ['InferType', 1, 'optimize', 0, 0],
    ['FuseOps', 1, 'optimize', 0, 1],
  ],
  texts: [
    [0, 1, 2],
    [0, 3, 2],
  ],
  lines: ['def @main {', '  relu', '}', '  fused'],
};

describe('the record of a compilation', () => {
  it('tells which runs changed the module', () => {
    expect(readSteps(record).map(({name, depth, changed}) => [name, depth, changed])).toEqual([
      ['sequential', 0, true],
      ['InferType', 1, false],
      ['FuseOps', 1, true],
    ]);
  });

  it('shows the runs that a reader wants', () => {
    const steps = readSteps(record);
    const names = (...args: [string, boolean]) => filterSteps(steps, ...args).map(({name}) => name);
    expect(names('', true)).toEqual(['sequential', 'FuseOps']);
    expect(names(' infer', false)).toEqual(['InferType']);
    expect(names('infer', true)).toEqual([]);
  });

  it('shows what a run removed and added', () => {
    expect(linesOf(record, 2).map(({kind, text}) => [kind, text])).toEqual([
      ['same', 'def @main {'],
      ['removed', '  relu'],
      ['added', '  fused'],
      ['same', '}'],
    ]);
  });

  it('leaves out lines far from a change, and nothing where there is none', () => {
    const same = (text: string) => ({kind: 'same', text}) as const;
    const lines = ['a', 'b', 'c'].map(same);
    expect(foldLines(lines, 1)).toEqual(lines);
    const added = {kind: 'added', text: 'x'} as const;
    expect(foldLines([...lines, added, ...lines], 1)).toEqual([2, same('c'), added, same('a'), 2]);
  });
});

describe.each(VERSIONS.map(({release}) => release))('static/passes/%s.json', (release) => {
  const recorded = JSON.parse(fs.readFileSync(`static/passes/${release}.json`, 'utf8')) as PassRecord & {
    recorder: string;
  };

  it('was made by the recorder as it is, on that release', () => {
    const digest = createHash('sha256').update(fs.readFileSync('tools/passes/record.py')).digest('hex');
    expect([recorded.release, recorded.recorder]).toEqual([release, digest]);
  });

  it('can be shown, and goes through all three stages', () => {
    const steps = readSteps(recorded);
    expect(new Set(steps.map(({stage}) => stage))).toEqual(new Set(['optimize', 'lower', 'codegen']));
    const fusion = steps.find(({name, changed}) => name === 'FuseOps' && changed)!;
    expect(linesOf(recorded, fusion.index).some(({kind}) => kind === 'added')).toBe(true);
    expect(recorded.steps.every(([, , , ...texts]) => texts.every((text) => recorded.texts[text]))).toBe(
      true,
    );
    expect(recorded.texts.flat().every((line) => recorded.lines[line] !== undefined)).toBe(true);
  });
});

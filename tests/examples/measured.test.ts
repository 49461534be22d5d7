import {readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, test} from 'vitest';
import {pageText, plainPython, runSite, temporarySite, type RunSettings} from './helpers';

const python = plainPython();

/** A page of a lesson: figures that are never the same twice, folded code, an answer. */
const LESSON = pageText(`\`\`\`python fold="准备"
import os
import time


def figure():
    return time.monotonic_ns() % 10**9 / 1e3
\`\`\`

\`\`\`python
first = figure()
print(f"先 {first:.3f} 次")
\`\`\`

\`\`\`text output measured
先 0.0 次
\`\`\`

<details>
<summary>答案</summary>

\`\`\`python
print(f"后 {figure():.3f} 次")
\`\`\`

\`\`\`text output measured
后 0.0 次
\`\`\`

</details>

\`\`\`chart measured unit="次"
先 1
后 1
\`\`\``);

describe.skipIf(!python)('figures that were measured', () => {
  let file: string;
  let run: (settings?: RunSettings) => Promise<Awaited<ReturnType<typeof runSite>>['outcomes'][number]>;
  const read = () => readFileSync(file, 'utf8');
  const figures = () => [...read().matchAll(/^[先后] .* 次$/gm)].map(([line]) => line);
  const charted = () => /chart.*\n([^`]*)\n/.exec(read())![1]!.replace(/$/gm, ' 次').split('\n');

  beforeEach(() => {
    const root = temporarySite({'docs/a.md': LESSON});
    file = path.join(root, 'docs/a.md');
    run = async (settings) => (await runSite(root, python!, settings)).outcomes[0]!;
  });

  test('are not taken from a page that no run wrote', async () => {
    const {problems} = await run();
    expect(problems).toMatchObject([
      {kind: 'unmeasured', line: 19, fence: 2},
      {kind: 'unmeasured', line: 30, fence: 3},
    ]);
  });

  test('are recorded with the machine when they are written, and then compared without their digits', async () => {
    const {problems, record, written} = await run({write: true});
    expect([problems, written]).toEqual([[], 2]);
    expect(record.measured).toMatchObject({cores: availableParallelism(), date: record.date, outputs: figures()});
    expect(record.measured!.processor).not.toBe('');
    expect(charted()).toEqual(figures());
    const before = read();
    const again = await run({write: true, vary: true});
    expect(again).toMatchObject({problems: [], written: 0, record: {measured: record.measured, varied: record.date}});
    expect(read()).toBe(before);
  });

  test('are exchanged all together, when asked for or when the text around one of them changed', async () => {
    await run({write: true});
    const [first, second] = figures();
    expect(await run({write: true, measure: true})).toMatchObject({problems: [], written: 2});
    expect(figures()).not.toContain(first);
    expect(charted()).toEqual(figures());
    writeFileSync(file, read().replace(/(?<=chart.*\n先 ).*/, '9'));
    expect(await run({write: true})).toMatchObject({problems: [], written: 0});
    expect(charted()).toEqual(figures());
    writeFileSync(file, read().replace('print(f"先', 'print(f"先到'));
    expect((await run()).problems).toMatchObject([{kind: 'output-differs'}]);
    const {problems, record} = await run({write: true});
    expect(problems).toEqual([]);
    expect(record.measured!.outputs[0]).toMatch(/^先到 /);
    expect(record.measured!.outputs[1]).not.toBe(second);
    expect(read()).toContain(record.measured!.outputs[1]);
  });

  test('stay when prose or other code changes, and fail when a hand changed them', async () => {
    const {record} = await run({write: true});
    writeFileSync(file, read().replace('import os\n', 'import os\nimport re\n'));
    expect(await run()).toMatchObject({problems: [], record: {measured: record.measured}});
    writeFileSync(file, read().replace(/^后 .*$/m, '后 1.0 次'));
    expect((await run()).problems).toMatchObject([{kind: 'unmeasured', fence: 3}]);
  });

  test('are not written by a run that did not reach all of them', async () => {
    writeFileSync(file, LESSON.replace('print(f"后', '1 / 0\nprint(f"后'));
    const {problems} = await run({write: true});
    expect(problems.map(({kind}) => kind)).toEqual(['unmeasured', 'raised']);
    expect(figures()).toEqual(['先 0.0 次', '后 0.0 次']);
  });
});

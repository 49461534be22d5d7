import {describe, expect, test} from 'vitest';
import {changedPages} from '../../tools/examples/session';
import {readRecords} from '../../src/content/exampleRecords';
import {pageText, plainPython, runSite, temporarySite} from './helpers';
import {LATEST} from '../support/releases';

const python = plainPython();

const STABLE = pageText('```python\nprint(1)\n```\n\n```text output\n1\n```');
const THREADS =
  '```python\nimport os\n\nprint(1)\nprint(os.environ.get("OMP_NUM_THREADS", "all"))\n```\n\n```text output\nold\n```';

describe.skipIf(!python)('a page that is run as another machine would', () => {
  test('and prints the same has the day in its record, until its code changes', async () => {
    const root = temporarySite({'docs/a.md': STABLE});
    const {outcomes, pages} = await runSite(root, python!, {vary: true});
    const today = outcomes[0]!.record.date;
    expect(outcomes[0]).toMatchObject({problems: [], record: {varied: today}});
    expect(changedPages(root, pages, true)).toEqual([]);
    await runSite(root, python!);
    expect(readRecords(root, LATEST.release).pages['docs/a.md']!.varied).toBe(today);
    const changed = temporarySite({'docs/a.md': STABLE.replace('print(1)', 'print(2 - 1)')});
    expect((await runSite(changed, python!)).outcomes[0]!.record).not.toHaveProperty('varied');
  });

  test('and prints something else fails at the line that differs, also when its outputs were just written', async () => {
    const root = temporarySite({'docs/a.md': pageText(THREADS)});
    const {outcomes, pages} = await runSite(root, python!, {vary: true, write: true});
    expect(outcomes[0]!.written).toBe(1);
    expect(outcomes[0]!.problems).toMatchObject([{kind: 'varies', line: 14, fence: 1}]);
    expect(outcomes[0]!.problems[0]!.detail).toMatch(/^ {2}1\n- all\n\+ \d$/);
    expect(outcomes[0]!.record).not.toHaveProperty('varied');
    expect(changedPages(root, pages)).toHaveLength(1);
  });
});

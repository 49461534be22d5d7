import {describe, expect, it} from 'vitest';
import {drawChart} from '@site/src/rehype/codeBlocks/chart';
import {readChart} from '@site/src/site/charts';
import {fenceFaults} from '@site/src/site/fenceFaults';
import {parseFences} from '@site/src/site/fences';
import {writeCharts} from '@site/tools/examples/write';

const output = (...lines: string[]) => ['```text output measured', ...lines, '```'].join('\n');
const chart = (meta: string, ...lines: string[]) => [`\`\`\`chart ${meta}`, ...lines, '```'].join('\n');
const faultsOf = (...parts: string[]) => fenceFaults(parseFences(parts.join('\n\n')));

describe('a chart', () => {
  const rows = readChart('三层循环 0.3\nj 在最内层 23.1\n4×16 小块 1,280');

  it('has a name and a figure a line; the name may hold blanks and digits', () => {
    expect(rows.map(({name, figure}) => [name, figure])).toEqual([
      ['三层循环', '0.3'],
      ['j 在最内层', '23.1'],
      ['4×16 小块', '1,280'],
    ]);
  });

  it('is drawn from zero, the longest bar as wide as the chart', () => {
    const {bars, ticks} = drawChart(readChart('甲 50\n乙 200'), undefined);
    expect(bars.map(({length}) => length)).toEqual([25, 100]);
    expect(ticks).toEqual([
      {label: '0', at: 0},
      {label: '50', at: 25},
      {label: '100', at: 50},
      {label: '150', at: 75},
      {label: '200', at: 100},
    ]);
  });

  it('with a logarithmic scale begins at the power of ten below the smallest figure', () => {
    const {bars, ticks} = drawChart(readChart('甲 1\n乙 10\n丙 100'), 'log');
    expect(bars.map(({length}) => length)).toEqual([33.33, 66.67, 100]);
    expect(ticks.map(({label}) => label)).toEqual(['0.1', '1', '10', '100']);
  });
});

describe('a fault of a chart', () => {
  it.each([
    ['甲 3.1 GFLOPS', '', '不是「名称 数字」：甲 3.1 GFLOPS', 'unit="单位"'],
    ['甲', '', '不是「名称 数字」：甲', '名称 12.3'],
    ['乙 4', '', '两行叫「乙」', '不同的名称'],
    ['甲 -1', '', '画不出 -1', '不会小于 0'],
    ['甲 0', 'scale="log"', '对数刻度上没有 0', '删去 scale="log"'],
    [`${'长'.repeat(19)} 1`, '', '太长', '18 个汉字或 30 个字母'],
  ])('names the line of "%s"', (line, meta, problem, cure) => {
    const [fault, ...rest] = faultsOf('正文', chart(meta, '乙 2', line));
    expect(fault!.line).toBe(5);
    expect(fault!.problem).toContain(problem);
    expect(fault!.cure).toContain(cure);
    expect(rest).toEqual([]);
  });

  it('tells of a chart with nothing to compare', () => {
    expect(faultsOf(chart('', '甲 1'))).toMatchObject([{line: 1, problem: '图表不到两行'}]);
  });

  it('tells of a figure that no measured output of the page has', () => {
    const plain = output('甲 1.5 ms').replace(' measured', '');
    const faults = faultsOf(
      plain,
      output('乙 2.5 ms', '三层循环 3.50 ms'),
      chart('measured', '甲 1.5', '乙 2.4', '三层循环 3.5', '三循环 3.5'),
    );
    expect(faults.map(({line}) => line)).toEqual([11, 12, 14]);
    expect(faults[0]!.problem).toContain('没有「甲 1.5」');
    expect(faults[0]!.cure).toContain('删去 chart 后面的 measured');
    expect(faults[1]!.cure).toContain('「乙」后面是 2.5：改成它');
    expect(faults[2]!.cure).toContain('也许是「三层循环」');
  });

  it('is none where a line of an output begins with the name and has the figure', () => {
    const outputs = output('| 甲 |  1,280.0 | 2.5 |', '乙: 4', '乙级 5');
    expect(faultsOf(outputs, chart('measured', '甲 2.5', '乙 4'))).toEqual([]);
    expect(faultsOf(outputs, chart('measured', '甲 1280', '乙 5'))).toHaveLength(1);
    expect(faultsOf(chart('unit="个"', '甲 1280', '乙 5'))).toEqual([]);
  });
});

describe('when outputs were measured again', () => {
  const before = [
    output('甲 8 次 1.5 ms', '乙 8 次 2.5 ms'),
    output('甲 8 次 7.5 ms'),
    chart('measured', '甲 7.5', '乙   2.5'),
  ].join('\n\n');
  const after = before.replace('1.5 ms', '1.6 ms').replace('2.5 ms', '2.6 ms').replace('7.5 ms', '7,600 ms');

  it('the chart has the figure from the same line and place', () => {
    expect(writeCharts(after, before)).toBe(
      after.replace('甲 7.5', '甲 7,600').replace('乙   2.5', '乙   2.6'),
    );
  });

  it('a figure that was never measured becomes the first beside its name', () => {
    const guess = [
      output('甲 1.5 ms', '乙 2.5 ms'),
      chart('measured', '甲 0', '乙 0'),
      chart('', '甲 0'),
    ].join('\n');
    expect(writeCharts(guess, guess)).toContain(
      '```chart measured\n甲 1.5\n乙 2.5\n```\n```chart \n甲 0\n```',
    );
  });
});

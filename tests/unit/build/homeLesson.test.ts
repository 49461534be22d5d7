import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {readLesson} from '@site/src/build/homeLesson';
import {Page, readPage} from '@site/src/content/pages';

const ROOT = path.resolve(__dirname, '../../..');
const FILE = 'docs/tutorial/tensor_expr.md';
const plain = (html: string) => html.replace(/<[^>]+>/g, '');

describe('the lesson of the home page', () => {
  it('is read from the page: its code without the helpers of the page, the loops, the chart', () => {
    const {code, loops, chart, unit} = readLesson(readPage(ROOT, FILE));
    expect(plain(code)).toMatch(/te\.compute\([^]*\.reorder\(/);
    expect(plain(code)).not.toMatch(/^(?:gflops|show)\(/m);
    expect(plain(code).match(/create_schedule/g)).toHaveLength(1);
    expect(plain(loops)).toContain('for ');
    expect((JSON.parse(chart) as {bars: object[]}).bars.length).toBeGreaterThan(2);
    expect(unit).toBe('GFLOPS');
  });

  it('stops the build where the page no longer has it', () => {
    const text = readPage(ROOT, FILE).text.replaceAll('.reorder(', '.other(');
    expect(() => readLesson(new Page(FILE, text))).toThrow(/首页展示的 .*没有含 \.reorder\( 的代码。办法/);
  });
});

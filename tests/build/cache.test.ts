import fs from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {FixtureSite} from './support/fixture';

const FORMULA = [
  '---',
  'title: 公式',
  'description: 这一页只为构建测试而写，里面有一个公式：读者读完能确认换了站点路径以后样式的地址跟着变。',
  '---',
  '',
  '公式 $x^2$。',
  '',
].join('\n');

let site: FixtureSite;

beforeAll(() => {
  site = new FixtureSite();
  site.change({'docs/formula.md': FORMULA});
});

afterAll(() => site.remove());

/** Address of the stylesheet of formulas on the page. */
async function stylesheet(env: Record<string, string>): Promise<string | undefined> {
  const {code, output, outDir} = await site.build({env});
  expect(code, output).toBe(0);
  const html = fs.readFileSync(path.join(outDir, 'docs/formula.html'), 'utf8');
  return /href="?([^"\s>]*katex[^"\s>]*\.css)/.exec(html)?.[1];
}

it('A build with other settings, and one back, are those settings, cache or not', async () => {
  expect(await stylesheet({})).toMatch(/^\/katex\//);
  expect(await stylesheet({BASE_URL: '/tvm/'})).toMatch(/^\/tvm\/katex\//);
  expect(await stylesheet({})).toMatch(/^\/katex\//);
}, 600_000);

import {describe, expect, it} from 'vitest';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';

const visitor = useVisitor();
const {visit} = visitor;
const dialog = searchDialog(visitor);
const find = (selector: string) => visitor.page.locator(selector);

async function ask(query: string): Promise<string[]> {
  await visit('/docs');
  await dialog.open();
  await dialog.ask(query);
  return dialog.links();
}

describe('a query in other words', () => {
  it.each([
    ['飞桨', '/docs/how_to/compile/compile_paddlepaddle'],
    ['diaoduyuanyu', '/docs/how_to/te_schedules/primitive'],
    ['調度原語', '/docs/how_to/te_schedules/primitive'],
    ['opt_gemm', '/docs/how_to/optimize/cpu_conv'],
    ['VTA 模拟器安装', '/docs/topic/vta/install'],
    ['pytorch 模型导入', '/docs/how_to/compile/compile_pytorch'],
    ['schedule', '/docs/how_to/te_schedules'],
  ])('leads to the page: %s', async (query, page) => {
    expect((await ask(query))[0]!.replace(/#.*/, '')).toBe(page);
    expect(await find('.DocSearch-Dropdown > [role=status]').count()).toBe(0);
  });

  it('that nothing has word for word finds what comes nearest, and the dialog says so', async () => {
    const links = await ask('relya.build');
    expect(links[0]).toMatch(/#tvm\.relay\.build$/);
    await find('.DocSearch-Dropdown > [role=status]').filter({hasText: '没有逐字相符的内容'}).waitFor();
  });
});

describe('a method of a class', () => {
  it('is found with its signature, and led to', async () => {
    const [first] = await ask('tir.Schedule.compute_at');
    expect(first).toBe('/docs/reference/api/python/tir/schedule#tvm.tir.Schedule.compute_at');
    expect(await dialog.active().innerText()).toMatch(
      /compute_at\(block, loop.*API · 生产者移进使用者的循环/s,
    );
    await dialog.choose();
    const row = find('[id="tvm.tir.Schedule.compute_at"]');
    await expect.poll(async () => (await row.boundingBox())!.y).toBeLessThan(900);
    const bar = (await find('.navbar').boundingBox())!;
    expect((await row.boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
  });
});

describe('lines on what was run', () => {
  it('are not found', async () => {
    await ask('示例已在 TVM 0.13.0 上运行通过');
    expect((await find('.DocSearch-Hits').allInnerTexts()).join()).not.toMatch(/段中 \d+ 段执行/);
  });
});

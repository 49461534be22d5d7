import {describe, expect, it} from 'vitest';
import {hold, MAIN_SCRIPT} from '../support/site';
import {searchDialog} from '../support/searchDialog';
import {useVisitor} from '../support/visitor';

const visitor = useVisitor();
const {visit} = visitor;
const dialog = searchDialog(visitor);
const find = (selector: string) => visitor.page.locator(selector);
const early = () => find('#search-field');

const TRACEBACK = `Traceback (most recent call last):
  File "/work/demo.py", line 12, in <module>
    lib = relay.build(mod, target="cuda")
  File "/tvm/src/target/codegen.cc", line 67
TVMError:
---------------------------------------------------------------
An error occurred during the execution of TVM.
---------------------------------------------------------------
  Check failed: (bf != nullptr) is false: target.build.cuda is not enabled`;

async function paste(selector: string, text: string): Promise<string> {
  const field = find(selector);
  await field.fill('');
  await field.focus();
  await field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
  }, text);
  return field.inputValue();
}

describe('Enter', () => {
  it('waits for the answer to what stands in the field', async () => {
    await visit('/docs');
    await dialog.open();
    await dialog.ask('relay');
    const release = await hold(visitor.page, (request) => request.url().includes('/search-index/'));
    await dialog.input().fill('te.compute');
    await visitor.page.keyboard.press('Enter');
    await visitor.page.waitForTimeout(300);
    expect(await dialog.isOpen()).toBe(true);
    release();
    await dialog.arriveAt('/docs/reference/api/python/te#tvm.te.compute');
  });

  it('opens what is found although an earlier text found nothing', async () => {
    await visit('/docs');
    await dialog.open();
    await dialog.input().fill('zzqqxxyy');
    await find('.DocSearch-NoResults').waitFor();
    await dialog.input().fill('在树莓派上部署模型');
    await visitor.page.keyboard.press('Enter');
    await dialog.arriveAt('/docs/how_to/deploy/deploy_models/deploy_pi');
  });

  it('right after fast typing opens the result of the whole text', async () => {
    await visit('/docs');
    await dialog.open();
    await visitor.page.keyboard.type('FoldConstant', {delay: 20});
    await visitor.page.keyboard.press('Enter');
    await dialog.input().waitFor({state: 'detached'});
    expect(visitor.page.url()).toMatch(/#tvm\.relay\.transform\.FoldConstant$/);
  });
});

describe('before the code of the page is there', () => {
  it.each(['Control+k', '/'])('%s opens a field, and the dialog goes on with what is typed', async (key) => {
    const release = await hold(visitor.page, (request) => MAIN_SCRIPT.test(request.url()));
    await visitor.page.goto(`${visitor.origin}/docs`, {waitUntil: 'commit'});
    await find('h1').waitFor();
    await visitor.page.keyboard.press(key);
    await early().waitFor();
    await visitor.page.keyboard.type('relay.build');
    expect(await early().inputValue()).toBe('relay.build');
    release();
    await dialog.input().waitFor();
    expect(await dialog.input().inputValue()).toBe('relay.build');
    expect(await early().count()).toBe(0);
    await visitor.page.keyboard.type('(');
    expect(await dialog.input().inputValue()).toBe('relay.build(');
    expect(visitor.errors).toEqual([]);
  });

  it('Enter is kept for the answer, and Escape takes the field away', async () => {
    const release = await hold(visitor.page, (request) => MAIN_SCRIPT.test(request.url()));
    await visitor.page.goto(`${visitor.origin}/docs`, {waitUntil: 'commit'});
    await find('h1').waitFor();
    await visitor.page.keyboard.press('/');
    await visitor.page.keyboard.press('Escape');
    expect(await early().count()).toBe(0);
    await visitor.page.keyboard.press('/');
    await visitor.page.keyboard.type('te.compute');
    await visitor.page.keyboard.press('Enter');
    release();
    await visitor.page.waitForURL('**/reference/api/python/te#tvm.te.compute');
  });
});

describe('a field', () => {
  it('keeps what is typed until the code of the dialog is there', async () => {
    await visit('/docs');
    const release = await hold(visitor.page, (request) => /docsearch.*\.css$/.test(request.url()));
    await visitor.page.keyboard.press('Control+k');
    await visitor.page.keyboard.type('量化');
    expect(await early().inputValue()).toBe('量化');
    release();
    await dialog.hits().first().waitFor();
    expect(await dialog.input().inputValue()).toBe('量化');
  });

  it.each([
    ['the dialog', '/docs', '.DocSearch-Input'],
    ['the search page', '/search', 'main input[name=q]'],
    ['the page of missing pages', '/nothing-here', 'main input[name=q]'],
  ])('of %s takes long lines, and of a traceback the message', async (_, path, selector) => {
    await visit(path);
    if (path === '/docs') {
      await dialog.open();
    }
    expect(await paste(selector, TRACEBACK)).toBe(
      '(bf != nullptr) is false: target.build.cuda is not enabled',
    );
    await find(selector).fill('字'.repeat(500));
    expect(await find(selector).inputValue()).toHaveLength(500);
  });

  it('finds the message of a pasted traceback', async () => {
    await visit('/docs');
    await dialog.open();
    await paste('.DocSearch-Input', TRACEBACK);
    await dialog.hits().first().waitFor();
    expect((await dialog.links())[0]).toMatch(/^\/docs\/how_to\/errors#/);
  });
});

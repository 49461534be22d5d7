import {describe, expect, it} from 'vitest';
import {searchDialog} from './support/searchDialog';
import {useVisitor} from './support/visitor';

const visitor = useVisitor();
const dialog = searchDialog(visitor);

/** Pastes into the dialog, goes to the first result, and tells where that is. */
async function ask(query: string): Promise<string> {
  await dialog.open();
  await dialog.input().evaluate((input: HTMLInputElement, text) => {
    input.focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    const pasted = new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true});
    if (input.dispatchEvent(pasted)) {
      document.execCommand('insertText', false, text);
    }
  }, query);
  await visitor.page.locator('.DocSearch-HitsFooter').waitFor();
  return dialog.choose();
}

/** Follows the first link of an article whose text fits, to another page. */
async function follow(text: RegExp): Promise<string> {
  const title = () => visitor.page.locator('main h1').innerText();
  const left = await title();
  const link = visitor.page.locator('main a').filter({hasText: text}).first();
  const href = (await link.getAttribute('href'))!;
  await link.evaluate((a: HTMLElement) => a.click());
  await visitor.page.waitForURL(`**${href}`);
  // The address changes before the page does.
  await expect.poll(title).not.toBe(left);
  return href;
}

describe('The way to an answer', () => {
  it.each([
    ['what a message means', 'TVMError: target.build.cuda is not enabled', /how_to\/errors#/],
    [
      'a line of a log, with the place of the source in front',
      'File "/tvm/src/target/codegen.cc", line 57 InternalError: target.build.cuda is not enabled',
      /how_to\/errors#/,
    ],
    ['a message of the shell', 'tvmc: command not found', /how_to\/errors#/],
    ['a function of the API', 'from_pytorch', /reference\/api\/python\/relay\/frontend#.*from_pytorch/],
    ['a subject by its name', 'AutoTVM', /autotvm|autotune/i],
  ])('%s: the first result', async (_, query, place) => {
    await visitor.visit('/');
    expect(await ask(query)).toMatch(place);
  });

  it('a PyTorch model on a Raspberry Pi: two clicks from the way by device or format', async () => {
    await visitor.visit('/docs/how_to/compile/compile_pytorch');
    expect(await follow(/树莓派/)).toContain('deploy_pi');
    expect(await follow(/^PyTorch$/)).toContain('compile_pytorch');
  });
});

import path from 'node:path';
import {describe, expect, it} from 'vitest';
import {servingOf} from '../../../tools/deploy/prepare';
import {startNginx} from '../../../tools/deploy/startNginx';
import {plainEnvironment} from '../../../tools/testing/command';
import {pageKinds, pagesToOpen, BUILD} from '../support/pages';
import {watchPolicy} from '../support/policy';
import {searchDialog} from '../support/searchDialog';
import {TestSite} from '../support/site';
import {useVisitor} from '../support/visitor';

const ROOT = path.resolve(__dirname, '../../..');
const PAGE = '/docs/tutorial/quick_start';

const serve = (folder: string) => startNginx(folder, servingOf(ROOT, folder, plainEnvironment()));
const site = new TestSite(() => BUILD, {serve});
const pages = Object.entries({
  ...pageKinds(),
  'a comparison': '/compare?page=/docs/tutorial/tensor_expr&from=0.12.0&to=0.13.0',
  'the passes': '/passes',
});

describe('behind nginx, the policy keeps nothing from', () => {
  it.each(pages)('%s', async (_, address) => {
    const context = await site.newContext();
    const report = await watchPolicy(context);
    const page = await context.newPage();
    const log = site.watch(page);
    await site.visit(page, address);
    await page.waitForLoadState('networkidle');
    expect(report).toEqual([]);
    expect(log.errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
  });

  it.runIf(process.env.TEST_ALL_PAGES)('any page', async () => {
    const context = await site.newContext();
    const report = await watchPolicy(context);
    const page = await context.newPage();
    for (const address of await pagesToOpen()) {
      await site.visit(page, address);
    }
    expect(report).toEqual([]);
  });
});

describe('behind nginx, the policy keeps nothing from a reader who', () => {
  const visitor = useVisitor(() => BUILD, {serve});
  const dialog = searchDialog(visitor);

  it('searches, changes the colours, enlarges a picture and goes on', async () => {
    const report = await watchPolicy(visitor.context);
    await visitor.page.reload();
    await visitor.visit('/docs');
    const {page} = visitor;
    await page
      .locator('.navbar')
      .getByRole('button', {name: /^切换浅色/})
      .click();
    await page.locator('[data-zoom]').first().click();
    await page.locator('dialog.image-dialog').waitFor();
    await page.keyboard.press('Escape');
    await dialog.open();
    await dialog.ask('relay');
    await dialog.choose();
    await visitor.visit(`/search?q=conv2d`);
    await page.locator('main a[href^="/docs/"]').first().waitFor();
    await visitor.visit(PAGE);
    expect(report).toEqual([]);
    expect(visitor.errors).toEqual([]);
  });

  it('and has code of others kept away', async () => {
    const report = await watchPolicy(visitor.context);
    await visitor.visit(PAGE);
    const ran = await visitor.page.evaluate(async () => {
      const tries = {
        inline: () =>
          document.body.append(Object.assign(document.createElement('script'), {text: 'window.inline = 1'})),
        handler: () => {
          document.body.insertAdjacentHTML(
            'beforeend',
            '<img src="/nowhere.png" onerror="window.handler = 1">',
          );
        },
        // What is evaluated by the test itself, the policy does not see.
        evaluated: () => void setTimeout('window.evaluated = 1'),
      };
      for (const attempt of Object.values(tries)) {
        try {
          attempt();
        } catch {
          // The policy.
        }
      }
      await fetch('https://elsewhere.example.com/').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 500));
      return Object.keys(tries).filter((name) => name in window);
    });
    expect(ran).toEqual([]);
    const directives = new Set(report.map((line) => line.split(' ', 1)[0]));
    expect([...directives]).toEqual(
      expect.arrayContaining(['script-src-elem', 'script-src-attr', 'script-src', 'connect-src']),
    );
  });
});

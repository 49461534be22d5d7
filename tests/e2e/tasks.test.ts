import {expect, it} from 'vitest';
import {useVisitor} from './support/visitor';

const visitor = useVisitor();

interface Site {
  siteCodeRuns?: boolean;
  docusaurus?: object;
  atLoad?: {runs: boolean; isWhole: boolean};
}

it('The main script is evaluated in tasks of its own, between which the page can answer', async () => {
  await visitor.page.addInitScript(() => {
    const site = window as unknown as Site;
    window.addEventListener('sitecodeloaded', () => {
      site.atLoad = {runs: site.siteCodeRuns === true, isWhole: site.docusaurus !== undefined};
    });
  });
  await visitor.visit('/docs/tutorial/quick_start');
  const site = await visitor.page.evaluate(() => {
    const {atLoad, docusaurus} = window as unknown as Site;
    return {atLoad, isWhole: docusaurus !== undefined};
  });
  expect(site).toEqual({atLoad: {runs: true, isWhole: false}, isWhole: true});
});

import type {Page} from 'playwright-core';
import {LATEST, type SiteVersion} from '../../src/site/versions';

/** Asks a site's search as a reader does and gives the paths of the pages found, the best first. */
export interface Asker {
  ask(page: Page, origin: string, query: string, version: SiteVersion): Promise<string[]>;
}

const LIMIT_MS = 60_000;

/** The search page of this site. */
export const embedded: Asker = {
  async ask(page, origin, query, {release}) {
    const url = `${origin}/search?${new URLSearchParams({q: query})}`;
    await page.goto(url);
    const choice = page.locator('main select[name=version]');
    await page.locator('html[data-has-hydrated="true"]').waitFor({timeout: LIMIT_MS});
    await choice.selectOption({label: release});
    const status = page.locator('main [role=status]');
    await status.filter({hasText: /个结果|未找到结果/}).waitFor({timeout: LIMIT_MS});
    const links = await page
      .locator('main ol h2 a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
    return links.map((href) => decodeURI(href));
  },
};

/** The search page of `@easyops-cn/docusaurus-search-local`, which lists sections, a page as often as it has some. */
export const rival: Asker = {
  async ask(page, origin, query, version) {
    const params = new URLSearchParams({q: query});
    if (version !== LATEST) {
      params.set('version', `${version.path.slice(1)}/`);
    }
    await page.goto(`${origin}/search?${params}`);
    const answer = page.locator('main h1 ~ p, .container > h1 ~ p').first();
    await answer.waitFor({timeout: LIMIT_MS});
    const links = await page
      .locator('article h2 a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
    return [...new Set(links.map((href) => decodeURI(href.replace(/[?#].*/, ''))))];
  },
};

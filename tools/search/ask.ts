import type {Page} from 'playwright-core';
import {LATEST, type SiteVersion} from '../../src/site/versions';

/** Asks a site's search as a reader does and gives the paths of the pages found, the best first. */
export interface Asker {
  ask(page: Page, origin: string, query: string, version: SiteVersion): Promise<string[]>;
}

const LIMIT_MS = 60_000;
const INDEX_LIMIT_MS = 300_000;

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

/**
 * The search page of `@easyops-cn/docusaurus-search-local`, which lists sections, a page as often as it has some. It fetches
 * an index of many megabytes, so it stays open for the queries of a version.
 */
export const rival: Asker = {
  async ask(page, origin, query, version) {
    const params =
      version === LATEST ? '' : `?${new URLSearchParams({version: `${version.path.slice(1)}/`})}`;
    const url = `${origin}/search${params}`;
    const field = page.locator('input[name=q]');
    if (new URL(page.url()).searchParams.get('version') !== new URL(url).searchParams.get('version')) {
      await page.goto('about:blank');
    }
    if (!page.url().startsWith(origin)) {
      await page.goto(url);
      await page.locator('html[data-has-hydrated="true"]').waitFor({timeout: LIMIT_MS});
    }
    const answer = page.locator('.container > h1 ~ p');
    await field.fill('');
    await answer.waitFor({state: 'detached', timeout: INDEX_LIMIT_MS});
    await field.fill(query);
    await answer.waitFor({timeout: INDEX_LIMIT_MS});
    const links = await page
      .locator('article h2 a')
      .evaluateAll((all) => all.map((a) => a.getAttribute('href')!));
    return [...new Set(links.map((href) => decodeURI(href.replace(/[?#].*/, ''))))];
  },
};

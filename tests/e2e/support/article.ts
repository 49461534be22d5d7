import type {Locator, Page} from 'playwright-core';

/** What finds the text of a Markdown page, whichever it is. */
export const ARTICLE = '[data-article]';

/** What finds the text of the page of an address. */
export const articleAt = (pathname: string) => `[data-article="${pathname}"]`;

/** The text of the Markdown page that is shown. */
export const articleOf = (page: Page): Locator => page.locator(ARTICLE);

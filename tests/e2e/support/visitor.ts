import type {BrowserContext, Page} from 'playwright-core';
import {beforeEach} from 'vitest';
import {BUILD} from './pages';
import {TestSite, type TestSiteOptions} from './site';

/** Someone who visits a site with a browser that remembers nothing from one test to the next. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Address of the site, without a slash at its end. */
  origin: string;
  /** Errors that no code caught. */
  errors: string[];
  /** Opens a path of the site and waits until it answers. */
  visit(path: string): Promise<void>;
}

/**
 * Gives the tests of a file a visitor.
 *
 * @param folder of the built site; that of this repository without it
 */
export function useVisitor(
  folder: () => string | Promise<string> = () => BUILD,
  options?: TestSiteOptions,
): Visitor {
  const site = new TestSite(folder, options);
  const visitor = {visit: (path) => site.visit(visitor.page, path)} as Visitor;
  beforeEach(async () => {
    visitor.origin = site.origin;
    visitor.context = await site.newContext();
    visitor.page = await visitor.context.newPage();
    visitor.errors = [];
    visitor.page.on('pageerror', (error) => visitor.errors.push(error.message));
  });
  return visitor;
}

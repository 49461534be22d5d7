import type {Browser, BrowserContext, Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, beforeEach} from 'vitest';
import {serveSite, type SiteServer} from '../../../tools/server';
import {startBrowser} from './browser';
import {BUILD} from './pages';

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

export interface Site {
  /** Folder of the built site. */
  build?: string;
  /** Arguments of the browser. */
  args?: readonly string[];
  close?(): Promise<void>;
}

/**
 * Gives the tests of a file a visitor.
 *
 * @param prepare makes the site ready; without it, that is the build of this repository
 */
export function useVisitor(prepare: () => Site | Promise<Site> = () => ({})): Visitor {
  const visitor = {} as Visitor;
  let site: Site | undefined;
  let server: SiteServer | undefined;
  let browser: Browser | undefined;

  visitor.visit = async (path) => {
    await visitor.page.goto(visitor.origin + path);
    await visitor.page.locator('html[data-has-hydrated="true"]').waitFor();
  };

  beforeAll(async () => {
    site = await prepare();
    server = await serveSite(site.build ?? BUILD);
    visitor.origin = server.origin;
    browser = await startBrowser(site.args);
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await site?.close?.();
  });

  beforeEach(async () => {
    visitor.context = await browser!.newContext({
      locale: 'zh-CN',
      viewport: {width: 1280, height: 900},
      ignoreHTTPSErrors: true,
    });
    // How long it takes is no matter here: a machine that does other work at the same time must not fail it.
    visitor.context.setDefaultTimeout(60_000);
    visitor.page = await visitor.context.newPage();
    visitor.errors = [];
    visitor.page.on('pageerror', (error) => visitor.errors.push(error.message));
  });

  afterEach(() => visitor.context.close());

  return visitor;
}

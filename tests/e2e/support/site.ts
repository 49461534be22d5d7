import type {Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request} from 'playwright-core';
import {afterAll, afterEach, beforeAll} from 'vitest';
import {serveSite, type ServerOptions, type SiteServer} from '../../../tools/server';
import {startBrowser} from '../../../tools/startBrowser';

/** What a page logged and called since it was opened. */
export interface Log {
  errors: string[];
  warnings: string[];
  /** Addresses of other hosts that it asked for; nothing answers unless the test routes them. */
  foreign: string[];
}

export const HYDRATED = 'html[data-has-hydrated="true"]';
export const ANNOUNCEMENT = '.theme-announcement-bar';

/** Scripts without which nothing of the site's code runs. */
export const MAIN_SCRIPT = /\/assets\/js\/main\.[\da-f]+\.js$/;
export const RUNTIME_SCRIPT = /\/assets\/js\/runtime~main\.[\da-f]+\.js$/;

/** How the site is served and visited. */
export interface TestSiteOptions extends ServerOptions {
  /** Arguments of the browser, on top of those of all tests; asked for after the folder. */
  browserArgs?: () => readonly string[];
  /** Other hosts that answer. */
  hosts?: RegExp;
  /** Serves the folder; without it that is done as on the site's own server. */
  serve?: (folder: string, options: ServerOptions) => Promise<SiteServer>;
}

/** A site on a server, and pages of it in the browser; made for one test file. */
export class TestSite {
  private server!: SiteServer;
  private browser!: Browser;
  private contexts: BrowserContext[] = [];

  constructor(
    folder: () => string | Promise<string>,
    private readonly options: TestSiteOptions = {},
  ) {
    beforeAll(async () => {
      this.server = await (options.serve ?? serveSite)(await folder(), options);
      this.browser = await startBrowser(options.browserArgs?.());
      // Some build a site, or two, on a machine that may be busy.
    }, 600_000);
    afterEach(async () => {
      await Promise.all(this.contexts.splice(0).map((context) => context.close()));
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.server?.close();
    });
  }

  get origin(): string {
    return this.server.origin;
  }

  /** A context that is closed after the test. */
  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      locale: 'zh-CN',
      viewport: {width: 1280, height: 900},
      ...options,
    });
    // How long it takes is no matter here: a machine that does other work at the same time must not fail it.
    context.setDefaultTimeout(60_000);
    await context.route(
      (url) => url.origin !== this.origin && !this.options.hosts?.test(url.hostname),
      (route) => route.abort(),
    );
    this.contexts.push(context);
    return context;
  }

  /** A page in a context of its own. */
  async newPage(options?: BrowserContextOptions): Promise<Page> {
    return (await this.newContext(options)).newPage();
  }

  /** Goes to a page of the site, without waiting for its code. */
  async go(page: Page, path: string): Promise<void> {
    await page.goto(this.origin + path, {waitUntil: 'domcontentloaded'});
  }

  /** Goes to a page of the site and waits until it answers. */
  async visit(page: Page, path: string): Promise<void> {
    await this.go(page, path);
    await page.locator(HYDRATED).waitFor();
  }

  /** A page in a context of its own, at a path of the site and hydrated. */
  async open(path: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await this.newPage(options);
    await this.visit(page, path);
    return page;
  }

  /** Notes from now on what a page logs and which other hosts it calls. */
  watch(page: Page): Log {
    const log: Log = {errors: [], warnings: [], foreign: []};
    page.on('pageerror', (error) => log.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        log.errors.push(message.text());
      } else if (message.type() === 'warning') {
        log.warnings.push(message.text());
      }
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== this.origin) {
        log.foreign.push(request.url());
      }
    });
    return log;
  }
}

/** Holds back the requests that match, until the function that it returns is called. */
export async function hold(page: Page, matches: (request: Request) => boolean): Promise<() => void> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*', async (route) => {
    if (matches(route.request())) {
      await released;
    }
    await route.fallback();
  });
  return release;
}

/** Adds a link to the article, as one of its own, and clicks it. */
export async function followLink(page: Page, href: string): Promise<void> {
  await page.evaluate((target) => {
    document.querySelector('#followed')?.remove();
    const link = Object.assign(document.createElement('a'), {href: target, id: 'followed'});
    link.textContent = 'followed';
    document.querySelector('[data-article]')!.prepend(link);
  }, href);
  await page.locator('#followed').click();
}

/** Button in the navigation bar that changes the colour mode. */
export function colorToggle(page: Page): Locator {
  return page.locator('.navbar').getByRole('button', {name: /^切换浅色/});
}

/** Value that a page has stored under a key. */
export function stored(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Stores values before the first script of the page runs, on its first load only. */
export async function storeFirst(page: Page, values: Record<string, string>): Promise<void> {
  await page.addInitScript((entries) => {
    if (!sessionStorage.getItem('stored')) {
      sessionStorage.setItem('stored', 'true');
      Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, value));
    }
  }, values);
}

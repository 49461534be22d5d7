import type {Browser} from 'playwright-core';

const LIMIT_MS = 60_000;
const PAUSE_MS = 50;
const HAS_LOADED = `Number(location.href !== 'about:blank' && document.readyState === 'complete')`;

/** A page of a visitor who has nothing fetched yet. */
export interface UnobservedPage {
  /**
   * Runs an expression in the page.
   *
   * @param expression JavaScript whose value is a number, or becomes one
   * @throws Error with what the page says when that fails
   */
  evaluate(expression: string): Promise<number>;
  close(): Promise<void>;
}

interface Evaluated {
  id: number;
  result?: {result: {value?: unknown}; exceptionDetails?: {exception?: {description?: string}; text: string}};
}

/**
 * Opens a page in which nobody watches what it fetches: Playwright has every request reported, which costs the page more
 * than the request itself where it makes many small ones.
 *
 * @param url address; the page has loaded when it is given
 * @throws Error where it has not within a minute
 */
export async function openUnobserved(browser: Browser, url: string): Promise<UnobservedPage> {
  const session = await browser.newBrowserCDPSession();
  const {browserContextId} = await session.send('Target.createBrowserContext');
  const {targetId} = await session.send('Target.createTarget', {url, browserContextId});
  const {sessionId} = await session.send('Target.attachToTarget', {targetId, flatten: false});
  const waiting = new Map<number, (evaluated: Evaluated) => void>();
  session.on('Target.receivedMessageFromTarget', ({message}) => {
    const evaluated = JSON.parse(message) as Evaluated;
    waiting.get(evaluated.id)?.(evaluated);
    waiting.delete(evaluated.id);
  });
  let sent = 0;
  const page: UnobservedPage = {
    async evaluate(expression) {
      const id = ++sent;
      const params = {expression, awaitPromise: true, returnByValue: true};
      const answer = new Promise<Evaluated>((resolve) => waiting.set(id, resolve));
      const message = JSON.stringify({id, method: 'Runtime.evaluate', params});
      await session.send('Target.sendMessageToTarget', {sessionId, message});
      const {result} = await answer;
      const failure = result?.exceptionDetails;
      if (!result || failure) {
        throw new Error(failure?.exception?.description ?? failure?.text ?? `页面没有回答：${expression}`);
      }
      return result.result.value as number;
    },
    async close() {
      await session.send('Target.disposeBrowserContext', {browserContextId});
      await session.detach();
    },
  };
  const end = performance.now() + LIMIT_MS;
  // While the page is on its way, a question can get lost with the empty one before it.
  while ((await page.evaluate(HAS_LOADED).catch(() => 0)) === 0) {
    if (performance.now() > end) {
      throw new Error(`页面没有打开：${url}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return page;
}

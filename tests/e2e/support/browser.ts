import {type Browser, chromium} from 'playwright-core';
import {BROWSER_ARGS, requireBrowser} from '../../../tools/browser';

/**
 * Starts the browser that is installed on this machine.
 *
 * @param args on top of those of all tests
 */
export function startBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({executablePath: requireBrowser(), args: [...BROWSER_ARGS, ...args]});
}

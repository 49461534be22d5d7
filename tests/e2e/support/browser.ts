import {type Browser, chromium} from 'playwright-core';
import {BROWSER_ARGS, requireBrowser} from '../../../tools/browser';

/** Starts the browser that is installed on this machine. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({executablePath: requireBrowser(), args: BROWSER_ARGS});
}

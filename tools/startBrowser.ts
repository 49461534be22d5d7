import {type Browser, chromium} from 'playwright-core';
import {BROWSER_ARGS, requireBrowser} from './browser';

/** Features of Chromium that are off. Of two such lists a browser reads the last, so those that playwright names are here. */
const FEATURES_OFF = [
  // Two pages of the browser's own in each window, for the address bar: half of what opening a page costs.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  // What asks other hosts.
  'AimEnabled',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PreconnectToSearch',
  // What comes between a test and the page.
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'PaintHolding',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/**
 * Starts the browser that is installed on this machine.
 *
 * @param args on top of those of all tests and measurements
 */
export function startBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: requireBrowser(),
    args: [...BROWSER_ARGS, `--disable-features=${FEATURES_OFF.join()}`, ...args],
  });
}

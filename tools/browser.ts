import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Arguments with which tests start the browser: no sandbox (containers have none), nothing in the background. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const LINUX = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `${name}.app/Contents/MacOS/${name}`,
);
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** Where each system keeps a browser: commands, applications, and paths below the folders of programs. */
interface Names {
  linux: readonly string[];
  mac: readonly string[];
  windows: readonly string[];
}

const CHROMIUM: Names = {linux: LINUX, mac: MAC, windows: WINDOWS};
const FIREFOX: Names = {
  linux: ['firefox-esr', 'firefox'],
  mac: ['Firefox.app/Contents/MacOS/firefox'],
  windows: ['Mozilla Firefox\\firefox.exe'],
};

function candidates({linux, mac, windows}: Names): string[] {
  switch (process.platform) {
    case 'darwin':
      return ['/Applications', path.join(os.homedir(), 'Applications')].flatMap((folder) =>
        mac.map((name) => `${folder}/${name}`),
      );
    case 'win32':
      return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
        const folder = process.env[variable];
        return folder ? windows.map((name) => path.join(folder, name)) : [];
      });
    default: {
      const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/snap/bin'];
      return linux.flatMap((name) => folders.map((folder) => path.join(folder, name)));
    }
  }
}

/** Browser that Playwright installed, if it did. */
function fromPlaywright(): string | undefined {
  try {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const {chromium} = require('playwright-core') as {chromium: {executablePath(): string}};
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** The program that an environment variable names, if it does. */
function named(variable: string, example: string): string | undefined {
  const file = process.env[variable];
  if (file && !fs.existsSync(file)) {
    throw new Error(`环境变量 ${variable} 指的程序不存在：${file}。示例：${variable}=${example}`);
  }
  return file || undefined;
}

/**
 * Finds a browser for the tests: the one that `BROWSER_PATH` names, else an installed Chrome, Chromium or Edge, else the
 * Chromium that Playwright installed.
 *
 * @returns path of its program; undefined if there is none
 * @throws Error where `BROWSER_PATH` names a file that is not there
 */
export function findBrowser(): string | undefined {
  return (
    named('BROWSER_PATH', '/usr/bin/chromium') ??
    [...candidates(CHROMIUM), fromPlaywright()].find((file) => file !== undefined && fs.existsSync(file))
  );
}

/**
 * Finds Firefox: the one that `FIREFOX_PATH` names, else an installed one.
 *
 * @returns path of its program; undefined if there is none
 * @throws Error where `FIREFOX_PATH` names a file that is not there
 */
export function findFirefox(): string | undefined {
  return (
    named('FIREFOX_PATH', '/usr/bin/firefox-esr') ?? candidates(FIREFOX).find((file) => fs.existsSync(file))
  );
}

/** @throws Error saying how to get a browser, where there is none */
export function requireBrowser(): string {
  const found = findBrowser();
  if (!found) {
    throw new Error(
      '没有找到 Chrome、Chromium 或 Edge。办法：运行 npm run setup:tests，或用 BROWSER_PATH 指明它在哪里',
    );
  }
  return found;
}

/**
 * Whether a font is installed; on macOS and Windows those of each kind always are.
 *
 * @param pattern of fontconfig, e.g. `:lang=zh-cn` or `Liberation Sans`
 */
function hasFont(pattern: string): boolean {
  if (process.platform !== 'linux') {
    return true;
  }
  try {
    const found = execFileSync('fc-list', [pattern], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});
    return found.trim() !== '';
  } catch {
    return false;
  }
}

/** Whether a font with Chinese characters is installed. */
export const hasChineseFont = () => hasFont(':lang=zh-cn');

/** Whether a font of Latin letters is installed that `src/css/tokens.css` asks for; Liberation Sans answers for Arial. */
export const hasLatinFont = () => ['Liberation Sans', 'Noto Sans', 'Arial', 'Roboto'].some(hasFont);

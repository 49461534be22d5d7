import {spawn} from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import {chromium} from 'playwright-core';
import {BROWSER_ARGS, requireBrowser} from '../browser';

/** Seconds from the start of the preview to the first page, and from a saved edit to its showing. */
export interface Preview {
  firstPage: number;
  edit: number;
}

const DOCUSAURUS = 'node_modules/@docusaurus/core/bin/docusaurus.mjs';
const LIMIT_MS = 180_000;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const {port} = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function waitForServer(url: string): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (performance.now() < end) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`预览没有在 ${LIMIT_MS / 1000} 秒内开始：${url}`);
}

/**
 * Starts the preview, opens a page and edits it; the page is put back as it was.
 *
 * @param file the page's Markdown file, relative to the site
 * @param address the page's path
 */
export async function benchPreview(siteDir: string, file: string, address: string): Promise<Preview> {
  const port = await freePort();
  const source = path.join(siteDir, file);
  const original = fs.readFileSync(source, 'utf8');
  const browser = await chromium.launch({executablePath: requireBrowser(), args: BROWSER_ARGS});
  const started = performance.now();
  const child = spawn(process.execPath, [DOCUSAURUS, 'start', '--no-open', '--port', String(port)], {
    cwd: siteDir,
    stdio: 'ignore',
  });
  try {
    const url = `http://localhost:${port}${address}`;
    await waitForServer(url);
    const page = await browser.newPage();
    await page.goto(url);
    await page.locator('article h1').waitFor({timeout: LIMIT_MS});
    const firstPage = (performance.now() - started) / 1000;
    const mark = `修改${Date.now()}`;
    const edited = performance.now();
    fs.writeFileSync(source, `${original}\n\n${mark}\n`);
    await page.getByText(mark).waitFor({timeout: LIMIT_MS});
    return {firstPage, edit: (performance.now() - edited) / 1000};
  } finally {
    fs.writeFileSync(source, original);
    child.kill();
    await browser.close();
  }
}

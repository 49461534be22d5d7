import fs from 'node:fs';
import path from 'node:path';
import {startBrowser} from '../startBrowser';
import {startPreview} from '../preview';
import type {SiteServer} from '../server';
import {median} from './results';

/** Seconds from the start of the preview to the first page, and from a saved edit to its showing. */
export interface Preview {
  firstPage: number;
  edit: number;
}

const LIMIT_MS = 180_000;
const RUNS = 3;

/** Starts the preview, opens a page and edits it; the page is put back as it was. */
async function runPreview(siteDir: string, file: string, address: string): Promise<Preview> {
  const source = path.join(siteDir, file);
  const original = fs.readFileSync(source, 'utf8');
  const browser = await startBrowser();
  const started = performance.now();
  let preview: SiteServer | undefined;
  try {
    preview = await startPreview(siteDir);
    const page = await browser.newPage();
    await page.goto(preview.origin + address);
    await page.locator('article h1').waitFor({timeout: LIMIT_MS});
    const firstPage = (performance.now() - started) / 1000;
    const mark = `修改${Date.now()}`;
    const edited = performance.now();
    fs.writeFileSync(source, `${original}\n\n${mark}\n`);
    await page.getByText(mark).waitFor({timeout: LIMIT_MS});
    return {firstPage, edit: (performance.now() - edited) / 1000};
  } finally {
    fs.writeFileSync(source, original);
    await preview?.close();
    await browser.close();
  }
}

/**
 * Measures the preview, once its caches are filled: medians.
 *
 * @param file the page's Markdown file, relative to the site
 * @param address the page's path
 */
export async function benchPreview(siteDir: string, file: string, address: string): Promise<Preview> {
  await runPreview(siteDir, file, address);
  const runs: Preview[] = [];
  for (let i = 0; i < RUNS; i++) {
    runs.push(await runPreview(siteDir, file, address));
  }
  return {
    firstPage: median(runs.map(({firstPage}) => firstPage)),
    edit: median(runs.map(({edit}) => edit)),
  };
}

import {execFile} from 'node:child_process';
import path from 'node:path';
import {promisify} from 'node:util';
import {BROWSER_ARGS, requireBrowser} from '../browser';
import {median} from './results';

/** Medians of Lighthouse's mobile runs: scores from 0 to 100, times in milliseconds. */
export interface LighthouseResult {
  path: string;
  runs: number;
  performance: number;
  accessibility: number;
  'best-practices': number;
  seo: number;
  blocked: number;
  fcp: number;
  lcp: number;
  cls: number;
}

interface Report {
  categories: Record<string, {score: number}>;
  audits: Record<string, {numericValue: number}>;
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const AUDITS = {
  blocked: 'total-blocking-time',
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  cls: 'cumulative-layout-shift',
} as const;

async function run(packages: string, url: string): Promise<Report> {
  const args = [
    path.join(packages, 'lighthouse/cli/index.js'),
    url,
    '--quiet',
    '--output=json',
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=--headless=new ${BROWSER_ARGS.join(' ')}`,
  ];
  const env = {...process.env, CHROME_PATH: requireBrowser()};
  const {stdout} = await promisify(execFile)(process.execPath, args, {env, maxBuffer: 1 << 28});
  return JSON.parse(stdout) as Report;
}

/**
 * Runs Lighthouse as on a phone.
 *
 * @param packages folder of the packages that has lighthouse
 * @param origin address of the served site
 */
export async function benchLighthouse(
  packages: string,
  origin: string,
  paths: readonly string[],
  runs = 5,
): Promise<LighthouseResult[]> {
  const results: LighthouseResult[] = [];
  for (const page of paths) {
    const reports: Report[] = [];
    for (let i = 0; i < runs; i++) {
      reports.push(await run(packages, origin + page));
    }
    const score = (name: string) =>
      Math.round(100 * median(reports.map(({categories}) => categories[name].score)));
    const value = (audit: string) => median(reports.map(({audits}) => audits[audit].numericValue));
    results.push({
      path: page,
      runs,
      ...(Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])) as Record<
        (typeof CATEGORIES)[number],
        number
      >),
      blocked: Math.round(value(AUDITS.blocked)),
      fcp: Math.round(value(AUDITS.fcp)),
      lcp: Math.round(value(AUDITS.lcp)),
      cls: Number(value(AUDITS.cls).toFixed(3)),
    });
  }
  return results;
}

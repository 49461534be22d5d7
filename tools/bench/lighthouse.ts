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

function summarize(page: string, reports: readonly Report[]): LighthouseResult {
  const score = (name: string) =>
    Math.round(100 * median(reports.map(({categories}) => categories[name].score)));
  const value = (audit: string) => median(reports.map(({audits}) => audits[audit].numericValue));
  return {
    path: page,
    runs: reports.length,
    ...(Object.fromEntries(CATEGORIES.map((name) => [name, score(name)])) as Record<
      (typeof CATEGORIES)[number],
      number
    >),
    blocked: Math.round(value(AUDITS.blocked)),
    fcp: Math.round(value(AUDITS.fcp)),
    lcp: Math.round(value(AUDITS.lcp)),
    cls: Number(value(AUDITS.cls).toFixed(3)),
  };
}

/** A site that is served. */
export interface ServedSite {
  origin: string;
  /** Pages to measure; the n-th of each site is the same page. */
  paths: readonly string[];
}

/**
 * Runs Lighthouse as on a phone, for the sites in turn, so that the machine is as fast for one as for the others.
 *
 * @param packages folder of the packages that has lighthouse
 * @returns of each site, the results of its pages
 */
export async function benchLighthouse(
  packages: string,
  sites: readonly ServedSite[],
  runs: number,
): Promise<LighthouseResult[][]> {
  const reports = sites.map(({paths}) => paths.map((): Report[] => []));
  for (const page of sites[0]!.paths.keys()) {
    for (let i = 0; i < runs; i++) {
      for (const [index, {origin, paths}] of sites.entries()) {
        reports[index]![page]!.push(await run(packages, origin + paths[page]!));
      }
    }
  }
  return sites.map(({paths}, index) => paths.map((page, i) => summarize(page, reports[index]![i]!)));
}

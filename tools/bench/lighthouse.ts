import {execFile, execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import {BROWSER_ARGS, requireBrowser} from '../browser';
import {serveSite} from '../server';
import {median} from './results';

/** Medians of Lighthouse's runs as on a phone: scores from 0 to 100, times in milliseconds. */
export interface LighthouseResult {
  path: string;
  site: string;
  runs: number;
  /** How fast the processor was by Lighthouse's own measure: times compare only where this is alike. */
  index: number;
  performance: number;
  /** Accessibility, best practices, SEO. */
  others: number[];
  /** Total blocking time. */
  blocked: number;
  fcp: number;
  lcp: number;
  cls: number;
  /** Compressed bytes of scripts. */
  scriptBytes: number;
}

interface Report {
  environment: {benchmarkIndex: number};
  categories: Record<string, {score: number}>;
  audits: Record<string, {numericValue: number; details: {items: {resourceType: string; transferSize: number}[]}}>;
}

/** The newest that runs on the oldest Node that the site supports. */
const VERSION = '12.8.2';
const OTHERS = ['accessibility', 'best-practices', 'seo'];

/** Installs Lighthouse, which only measurements need, and returns its program. */
function installLighthouse(folder: string): string {
  const home = path.join(folder, `lighthouse-${VERSION}`);
  const program = path.join(home, 'node_modules/lighthouse/cli/index.js');
  if (!fs.existsSync(program)) {
    fs.mkdirSync(home, {recursive: true});
    fs.writeFileSync(path.join(home, 'package.json'), '{"private": true}\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `lighthouse@${VERSION}`], {cwd: home, shell: true});
  }
  return program;
}

async function run(program: string, url: string): Promise<Report> {
  const args = [
    program,
    url,
    '--quiet',
    '--output=json',
    `--only-categories=performance,${OTHERS.join(',')}`,
    `--chrome-flags=--headless=new ${BROWSER_ARGS.join(' ')}`,
  ];
  const env = {...process.env, CHROME_PATH: requireBrowser()};
  const {stdout} = await promisify(execFile)(process.execPath, args, {env, maxBuffer: 1 << 28});
  return JSON.parse(stdout) as Report;
}

function summarize(page: string, site: string, reports: readonly Report[]): LighthouseResult {
  const middle = (of: (report: Report) => number) => median(reports.map(of));
  const score = (name: string) => Math.round(100 * middle(({categories}) => categories[name]!.score));
  const value = (audit: string) => middle(({audits}) => audits[audit]!.numericValue);
  return {
    path: page,
    site,
    runs: reports.length,
    index: Math.round(middle(({environment}) => environment.benchmarkIndex)),
    performance: score('performance'),
    others: OTHERS.map(score),
    blocked: Math.round(value('total-blocking-time')),
    fcp: Math.round(value('first-contentful-paint')),
    lcp: Math.round(value('largest-contentful-paint')),
    cls: Number(value('cumulative-layout-shift').toFixed(3)),
    scriptBytes: middle(({audits}) =>
      audits['resource-summary']!.details.items
        .filter(({resourceType}) => resourceType === 'script')
        .reduce((sum, {transferSize}) => sum + transferSize, 0),
    ),
  };
}

/**
 * Runs Lighthouse as on a phone (simulated throttling) for builds in turn, so that a machine that slows down meanwhile
 * slows them all.
 *
 * @param builds folders of built sites, by the name that the table gives them
 * @param work folder that keeps Lighthouse
 */
export async function benchLighthouse(
  builds: Readonly<Record<string, string>>,
  paths: readonly string[],
  runs: number,
  work: string,
): Promise<LighthouseResult[]> {
  const program = installLighthouse(work);
  const sites = await Promise.all(
    Object.entries(builds).map(async ([name, folder]) => ({name, folder, server: await serveSite(folder)})),
  );
  try {
    const results: LighthouseResult[] = [];
    for (const page of paths) {
      // An older build may not have the page.
      const having = sites.filter(({folder}) => fs.existsSync(path.join(folder, page === '/' ? 'index.html' : `${page}.html`)));
      const reports = having.map((): Report[] => []);
      for (let i = 0; i < runs; i++) {
        for (const [j, {server}] of having.entries()) {
          reports[j]!.push(await run(program, server.origin + page));
        }
      }
      results.push(...having.map(({name}, j) => summarize(page, name, reports[j]!)));
    }
    return results;
  } finally {
    await Promise.all(sites.map(({server}) => server.close()));
  }
}

import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {Parser} from 'htmlparser2';
import {afterAll, afterEach, beforeAll, describe, expect, it} from 'vitest';
import {NAMES} from '../../src/site/variables';
import {type BuildResult, FixtureSite} from './support/fixture';

// Settings of the machine that runs the tests must not decide them.
const NOTHING_SET = Object.fromEntries(NAMES.map((name) => [name, undefined]));

let site: FixtureSite;

beforeAll(() => {
  site = new FixtureSite();
});

afterAll(() => site.remove());

function htmlFiles(outDir: string): string[] {
  return fs
    .readdirSync(outDir, {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.html'))
    .map((name) => path.join(outDir, name));
}

/** Hosts that a page makes the browser call: by scripts, styles, pictures, frames and early connections. */
function calledHosts(html: string): string[] {
  const hosts = new Set<string>();
  const add = (address: string | undefined) => {
    if (address && /^(https?:)?\/\//.test(address)) {
      hosts.add(new URL(address, 'https://site.invalid').host);
    }
  };
  const parser = new Parser({
    onopentag(name, {src, href, rel = '', poster}) {
      add(src);
      add(poster);
      if (name === 'link' && !/^(canonical|alternate|search)$/.test(rel)) {
        add(href);
      }
    },
    ontext(text) {
      for (const [, address] of text.matchAll(/@import\s+(?:url\()?["']?((?:https?:)?\/\/[^"')\s]+)/g)) {
        add(address);
      }
    },
  });
  parser.end(html);
  return [...hosts];
}

function hostsOf({outDir}: BuildResult): string[] {
  return [...new Set(htmlFiles(outDir).flatMap((file) => calledHosts(fs.readFileSync(file, 'utf8'))))].sort();
}

function showsDate({outDir}: BuildResult): boolean {
  return htmlFiles(path.join(outDir, 'docs')).some((file) =>
    fs.readFileSync(file, 'utf8').includes('theme-last-updated'),
  );
}

function historyLines({output}: BuildResult): string[] {
  return output.split('\n').filter((line) => line.startsWith('[历史]'));
}

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=测试', '-c', 'user.email=test@example.com', ...args], {
    cwd: site.dir,
    stdio: 'ignore',
  });
}

describe('a build outside a Git work tree with nothing set', () => {
  let result: BuildResult;

  beforeAll(async () => {
    result = await site.build({env: NOTHING_SET});
  });

  it('succeeds without a warning', () => {
    expect(result.code, result.output).toBe(0);
    expect(result.output).not.toMatch(/warn/i);
  });

  it('calls no other host', () => {
    expect(htmlFiles(result.outDir).length).toBeGreaterThan(10);
    expect(hostsOf(result)).toEqual([]);
    const styles = fs
      .readdirSync(path.join(result.outDir, 'assets/css'))
      .map((name) => fs.readFileSync(path.join(result.outDir, 'assets/css', name), 'utf8'));
    expect(styles.join('\n')).not.toMatch(/(url\(|@import\s*)["']?(https?:)?\/\//);
  });

  it('holds the code of the browser, and none of the server', () => {
    const folder = path.join(result.outDir, 'assets/js');
    const names = fs.readdirSync(folder).filter((name) => name.endsWith('.js'));
    const ofServer = names.filter((name) =>
      /^(["']use strict["'];\s*)?exports\./.test(fs.readFileSync(path.join(folder, name), 'utf8')),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(ofServer).toEqual([]);
  });

  it('has charts in the HTML, and nothing in the browser that draws them', () => {
    const html = fs.readFileSync(path.join(result.outDir, 'docs.html'), 'utf8');
    const [chart = ''] = /<figure class="?code--chart[^]*?<\/figure>/.exec(html) ?? [];
    expect(chart).toContain('<b>快慢</b><span>GFLOPS</span><span>对数刻度</span>');
    expect(chart).toMatch(
      /<svg role="?img"? aria-label="柱状图：三层循环 0.3 GFLOPS; 四步以后 138.3 GFLOPS"/,
    );
    expect([...chart.matchAll(/<rect[^>]* width="?([\d.]+)%/g)].map(([, width]) => width)).toEqual([
      '15.19',
      '100',
    ]);
    const folder = path.join(result.outDir, 'assets/js');
    const scripts = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'));
    expect(scripts.some((script) => script.includes('tickFormat'))).toBe(false);
  });

  it('says in one line that there are no dates, and shows none', () => {
    expect(historyLines(result)).toHaveLength(1);
    expect(historyLines(result)[0]).toContain('不是 Git 工作区');
    expect(showsDate(result)).toBe(false);
  });
});

describe('last update', () => {
  afterEach(() => fs.rmSync(path.join(site.dir, '.git'), {recursive: true, force: true}));

  it('is left out with one line where Git is not installed', async () => {
    const bin = path.join(site.dir, '.bin');
    fs.mkdirSync(bin);
    fs.symlinkSync(process.execPath, path.join(bin, path.basename(process.execPath)));
    const result = await site.build({env: {...NOTHING_SET, PATH: bin, Path: bin}});
    fs.rmSync(bin, {recursive: true});
    expect(result.code, result.output).toBe(0);
    expect(historyLines(result)).toEqual([expect.stringContaining('没有安装 Git')]);
    expect(showsDate(result)).toBe(false);
  });

  it('is shown in a full clone and left out with one line in a shallow one', async () => {
    fs.writeFileSync(path.join(site.dir, '.gitignore'), 'node_modules\n.docusaurus\nbuild-*\n.cache\n');
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    git('commit', '--quiet', '--allow-empty', '-m', 'second');
    const full = await site.build({env: NOTHING_SET});
    expect(full.code, full.output).toBe(0);
    expect(historyLines(full)).toEqual([]);
    expect(showsDate(full)).toBe(true);

    const clone = `${site.dir}-clone`;
    git('clone', '--quiet', '--depth', '1', `file://${site.dir}`, clone);
    fs.rmSync(path.join(site.dir, '.git'), {recursive: true, force: true});
    fs.renameSync(path.join(clone, '.git'), path.join(site.dir, '.git'));
    fs.rmSync(clone, {recursive: true, force: true});
    const shallow = await site.build({env: NOTHING_SET});
    expect(shallow.code, shallow.output).toBe(0);
    expect(historyLines(shallow)).toEqual([expect.stringContaining('浅克隆')]);
    expect(showsDate(shallow)).toBe(false);
  });
});

describe('settings from the environment', () => {
  it.each([
    ['SITE_URL', {SITE_URL: 'docs.example'}, 'SITE_URL=https://docs.example.com'],
    ['GTAG_TRACKING_IDS', {GTAG_TRACKING_IDS: 'G-AAAA,x'}, 'GTAG_TRACKING_IDS=G-XXXXXXXXXX'],
    ['ALGOLIA_SEARCH_KEY', {ALGOLIA_APP_ID: 'ABCDEF1234', ALGOLIA_INDEX_NAME: 'x'}, 'ALGOLIA_SEARCH_KEY='],
  ])('a wrong %s stops the build with an example', async (name, env, example) => {
    const {code, output} = await site.build({env: {...NOTHING_SET, ...env}});
    expect(code).not.toBe(0);
    const line = output.split('\n').find((text) => text.includes(`环境变量 ${name} `));
    expect(line, output).toContain(`示例：${example}`);
  });

  it('ids that are set bring their hosts, and only those', async () => {
    const result = await site.build({
      env: {
        ...NOTHING_SET,
        GTAG_TRACKING_IDS: 'G-AAAAAAAAAA',
        ANALYTICS_SCRIPT_URL: 'https://analytics.example.com/script.js',
        ANALYTICS_DOMAIN: 'docs.example.com',
      },
    });
    expect(result.code, result.output).toBe(0);
    expect(hostsOf(result)).toEqual([
      'analytics.example.com',
      'www.google-analytics.com',
      'www.googletagmanager.com',
    ]);
  });
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {redirects} from '@site/src/content/routes';
import {readEnvironment} from '@site/src/site/environment';
import {caddyfile} from '@site/tools/deploy/caddy';
import {keepPrevious} from '@site/tools/deploy/keepPrevious';
import {nginxSite} from '@site/tools/deploy/nginx';
import {describeServing, type Serving} from '@site/tools/deploy/serving';
import {headersFile, redirectsFile} from '@site/tools/deploy/staticHosts';

const ROOT = path.resolve(__dirname, '../../..');
const CODE = {hashes: ['sha256-abc=', 'sha256-def='], usesWebAssembly: true};
const EVERYTHING = {
  GTAG_TRACKING_IDS: 'G-AAAAAAAAAA',
  ANALYTICS_SCRIPT_URL: 'https://analytics.example.com/script.js',
  ANALYTICS_DOMAIN: 'docs.example.com',
  FONT_KIT_ID: 'abc1def',
  MATH_STYLESHEET_URL: 'https://cdn.example.com/katex/katex.min.css',
  ALGOLIA_APP_ID: 'TESTAPP123',
  ALGOLIA_SEARCH_KEY: '0123456789abcdef',
  ALGOLIA_INDEX_NAME: 'tvm-zh',
  ALGOLIA_INSIGHTS: 'true',
};

function describeWith(variables: Record<string, string>): Serving {
  return describeServing(readEnvironment(variables), CODE, redirects(ROOT));
}

describe('hosts of static files', () => {
  const serving = describeWith({...EVERYTHING, BASE_URL: '/tvm/'});

  it('get headers within their limits, below the base URL', () => {
    const lines = headersFile(serving).split('\n');
    expect(lines.filter((line) => /^\S/.test(line))).toEqual([
      '/tvm/*',
      '/tvm/assets/*',
      ...Object.keys(serving.types).map((ending) => `/tvm/*.${ending}`),
    ]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2000);
    expect(lines).toContain('  Strict-Transport-Security: max-age=31536000');
  });

  it('get redirects within their limits, each address once', () => {
    const lines = redirectsFile(serving).trim().split('\n');
    const addresses = lines.map((line) => line.split(' ')[0]);
    expect(lines.length).toBeLessThan(2000);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(lines.filter((line) => !/^\/tvm\/\S+ \/tvm\/\S+ 301$/.test(line))).toEqual([]);
  });
});

describe('every server', () => {
  const serving = describeWith(EVERYTHING);
  const texts = {nginx: nginxSite(serving), Caddy: caddyfile(serving), _headers: headersFile(serving)};

  it.each(Object.entries(texts))('%s sends all headers', (_, text) => {
    for (const [name, value] of Object.entries(serving.headers)) {
      expect(text).toContain(name);
      expect(text).toContain(value);
    }
  });

  it('is told to stay with HTTPS only where the address is one of HTTPS', () => {
    const plain = describeWith({SITE_URL: 'http://localhost:8080'});
    expect(plain.strictTransport).toBeUndefined();
    for (const text of [nginxSite(plain), caddyfile(plain), headersFile(plain)]) {
      expect(text).not.toContain('max-age=31536000"\n');
      expect(text).not.toContain('Strict-Transport-Security "max-age');
    }
  });
});

describe('the code of the build before', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'keep-'));
  afterAll(() => fs.rmSync(folder, {recursive: true}));
  const write = (build: string, names: string[]) =>
    names.forEach((name) => {
      const file = path.join(folder, build, 'assets', name);
      fs.mkdirSync(path.dirname(file), {recursive: true});
      fs.writeFileSync(file, build);
    });
  const keep = (build: string, previous: string) =>
    keepPrevious(path.join(folder, build), path.join(folder, previous), ['/assets/']);
  const names = (build: string) =>
    fs.readdirSync(path.join(folder, build, 'assets'), {recursive: true, encoding: 'utf8'}).sort();

  it('stays for one build, and no longer', () => {
    write('one', ['a.1.js', 'same.js', 'css/a.1.css']);
    write('two', ['a.2.js', 'same.js']);
    write('three', ['a.3.js', 'same.js']);
    expect(keep('two', 'one')).toBe(2);
    expect(names('two')).toEqual(['a.1.js', 'a.2.js', 'css', 'css/a.1.css', 'same.js']);
    expect(fs.readFileSync(path.join(folder, 'two/assets/same.js'), 'utf8')).toBe('two');
    expect(keep('three', 'two')).toBe(1);
    expect(names('three')).toEqual(['a.2.js', 'a.3.js', 'same.js']);
  });
});

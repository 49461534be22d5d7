import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {redirects} from '../../../src/content/routes';
import {servingOf} from '../../../tools/deploy/prepare';
import type {Serving} from '../../../tools/deploy/serving';
import {startNginx} from '../../../tools/deploy/startNginx';
import type {SiteServer} from '../../../tools/server';
import {plainEnvironment} from '../../../tools/testing/command';
import {hasCaddy, startCaddy} from '../../support/caddy';
import {rawRequest, type RawOptions} from '../../support/rawRequest';
import {BUILD} from '../support/pages';

const ROOT = path.resolve(__dirname, '../../..');
const PAGE = '/docs/tutorial/quick_start';

const read = (file: string) => fs.readFileSync(path.join(BUILD, file));
const [script] = fs.readdirSync(path.join(BUILD, 'assets/js')).filter((name) => /^main\..*\.js$/.test(name));
const SCRIPT = `/assets/js/${script}`;

/** Each server that the build writes a configuration for, and what it says where the servers' words differ. */
const SERVERS = [
  {name: 'nginx', start: startNginx, undecodable: 404, present: true},
  {name: 'Caddy', start: startCaddy, undecodable: 400, present: hasCaddy()},
];

it('has each server where all tests are to run', () => {
  // Elsewhere Caddy may be missing.
  expect(process.env.CI ? SERVERS.filter(({present}) => !present).map(({name}) => name) : []).toEqual([]);
});

describe.each(SERVERS.filter(({present}) => present))('$name', ({start, undecodable}) => {
  let serving: Serving;
  let server: SiteServer;

  beforeAll(async () => {
    serving = servingOf(ROOT, BUILD, plainEnvironment());
    server = await start(BUILD, serving);
  });
  afterAll(() => server?.close());

  const ask = (address: string, options?: RawOptions) => rawRequest(server.origin, address, options);

  it.each([
    ['/', 'index.html'],
    ['/docs', 'docs.html'],
    [PAGE, 'docs/tutorial/quick_start.html'],
    ['/docs/0.12.0', 'docs/0.12.0.html'],
    ['/blog/rss.xml', 'blog/rss.xml'],
    ['/sitemap.xml', 'sitemap.xml'],
    ['/docs?a=1', 'docs.html'],
  ])('sends %s as %s', async (address, file) => {
    const {status, headers, body} = await ask(address);
    expect(status).toBe(200);
    expect(body.equals(read(file))).toBe(true);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/; charset=utf-8$/i);
  });

  it.each([
    ['/docs/', '/docs'],
    ['/docs/?a=1&b=%2F', '/docs?a=1&b=%2F'],
    ['/docs/index', '/docs'],
    ['/docs/index.html', '/docs'],
    [`${PAGE}.html`, PAGE],
    [`${PAGE}/`, PAGE],
    ['/index', '/'],
    ['/index.html', '/'],
  ])('leads from %s to %s', async (address, canonical) => {
    const {status, headers} = await ask(address);
    expect([status, headers.location]).toEqual([301, canonical]);
  });

  it('leads from every earlier address to its page, with the query', async () => {
    const moved = redirects(ROOT).flatMap(({from, to}) => from.map((address) => [address, to] as const));
    expect(moved.length).toBeGreaterThan(50);
    for (const [from, to] of moved) {
      let address = `${from}?x=1`;
      // The slash at the end may go first.
      for (let hops = 0; hops < 2 && !address.startsWith(`${to}?`); hops++) {
        address = (await ask(address)).headers.location ?? '';
      }
      expect(address, from).toBe(`${to}?x=1`);
      expect((await ask(address)).status).toBe(200);
    }
  });

  it.each([
    '/nowhere',
    '/docs/nowhere/at/all',
    '/404',
    '/404.html',
    '/_headers',
    '/_redirects',
    '/assets/js/gone.js',
  ])('says 404 of %s, with the page that says so', async (address) => {
    const {status, headers, body} = await ask(address);
    expect(status).toBe(404);
    expect(body.equals(read('404.html'))).toBe(true);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it.each(['/docs/%E0%A4%A', '/%'])('does not know %s, which cannot be decoded', async (address) => {
    expect((await ask(address)).status).toBe(undecodable);
  });

  it('lets browsers keep what has a hash in its name, and nothing else', async () => {
    expect((await ask(SCRIPT)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const {headers} = await ask(PAGE);
    const again = await ask(PAGE, {headers: {'if-none-match': headers.etag!}});
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each([
    ['gzip', zlib.gunzipSync],
    ['br', zlib.brotliDecompressSync],
  ])('sends what the build compressed with %s', async (encoding, decompress) => {
    for (const [address, file] of [
      [PAGE, 'docs/tutorial/quick_start.html'],
      [SCRIPT, SCRIPT],
      ['/nowhere', '404.html'],
    ] as const) {
      const {headers, body} = await ask(address, {headers: {'accept-encoding': encoding}});
      expect(headers['content-encoding'], address).toBe(encoding);
      expect(headers.vary?.toLowerCase(), address).toBe('accept-encoding');
      expect(decompress(body).equals(read(file)), address).toBe(true);
    }
  });

  it('answers HEAD as GET without a body, and other methods with 405', async () => {
    const [get, head] = [await ask(PAGE), await ask(PAGE, {method: 'HEAD'})];
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      expect((await ask(PAGE, {method})).status, method).toBe(405);
    }
  });

  it('sends a part of a file where one is asked for', async () => {
    const whole = read('img/social-card.png');
    const part = (range: string) => ask('/img/social-card.png', {headers: {range}});
    const first = await part('bytes=0-99');
    expect(first.status).toBe(206);
    expect(first.headers['content-range']).toBe(`bytes 0-99/${whole.length}`);
    expect(first.body.equals(whole.subarray(0, 100))).toBe(true);
    expect((await part(`bytes=${whole.length}-`)).status).toBe(416);
  });

  it('sends the headers of security with everything, errors too', async () => {
    for (const address of ['/', PAGE, SCRIPT, '/nowhere', '/docs/', '/healthz']) {
      const {headers} = await ask(address);
      for (const [name, value] of Object.entries(serving.headers)) {
        expect(headers[name.toLowerCase()], `${address} ${name}`).toBe(value);
      }
      expect(headers.server ?? '').not.toMatch(/\d/);
    }
  });

  it('says at a path of its own that it has a site', async () => {
    const {status, body} = await ask('/healthz');
    expect([status, body.toString().trim()]).toEqual([200, 'ok']);
  });
});

describe('nginx', () => {
  it('tells browsers to stay with HTTPS where they came by it', async () => {
    const server = await startNginx(BUILD, servingOf(ROOT, BUILD, plainEnvironment()));
    const strict = async (proto?: string) =>
      (await rawRequest(server.origin, '/', {headers: proto ? {'x-forwarded-proto': proto} : {}})).headers[
        'strict-transport-security'
      ];
    expect([await strict('https'), await strict('http'), await strict()]).toEqual([
      'max-age=31536000',
      undefined,
      undefined,
    ]);
    await server.close();
  });

  it('says 503 where there is no site', async () => {
    const server = await startNginx(path.join(BUILD, 'nowhere'), servingOf(ROOT, BUILD, plainEnvironment()));
    expect((await rawRequest(server.origin, '/healthz')).status).toBe(503);
    await server.close();
  });
});

import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {servingOf} from '../../../tools/deploy/prepare';
import {startNginx} from '../../../tools/deploy/startNginx';
import type {SiteServer} from '../../../tools/server';
import {plainEnvironment} from '../../../tools/testing/command';
import {rawBytes, rawRequest} from '../../support/rawRequest';
import {BUILD} from '../support/pages';

const ROOT = path.resolve(__dirname, '../../..');
const PAGE = '/docs/tutorial/quick_start';

let server: SiteServer;
beforeAll(async () => {
  server = await startNginx(BUILD, servingOf(ROOT, BUILD, plainEnvironment()));
});
afterAll(() => server?.close());

/** Sends a request line and headers as they are, and gives back the status and all that came. */
async function send(head: string): Promise<{status: number; answer: string}> {
  const answer = await rawBytes(server.origin, `${head}\r\nConnection: close\r\n\r\n`);
  return {status: Number(/^HTTP\/1\.\d (\d+)/.exec(answer)?.[1] ?? 0), answer};
}
const get = (address: string, ...headers: string[]) =>
  send([`GET ${address} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n'));

/** What would say more of the machine than its visitors need to know. */
const LEAKS = /root:x:|nginx\/\d|\/usr\/|\/tmp\/|\/home\/|\/work\/|Index of|Debian/;
const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '..;/',
  '....//',
  '%c0%ae%c0%ae/',
];

describe('a request that means harm', () => {
  it.each(UP.flatMap((up) => [`/${up.repeat(6)}etc/passwd`, `/assets/${up.repeat(8)}etc/passwd`]))(
    '%s leads nowhere',
    async (address) => {
      const {status, answer} = await get(address);
      expect([404, 301]).toContain(status);
      expect(answer).not.toMatch(LEAKS);
    },
  );

  it.each([
    '/%00',
    `${PAGE}%00.html`,
    '/docs%2f%00',
    '/docs/\x01',
    '/docs/%0d%0aSet-Cookie:%20a=b',
    '/docs%2fin%2fnowhere',
  ])('%j is not found', async (address) => {
    const {status, answer} = await get(address);
    expect(status).toBe(404);
    expect(answer).not.toMatch(/^Set-Cookie/im);
    expect(answer).not.toMatch(LEAKS);
  });

  it.each([
    '/.git/config',
    '/.env',
    '/_kept.json',
    '/site.conf',
    '/Caddyfile',
    '/_headers',
    '/node_modules',
    '/assets',
    '/img',
    '/docs/tutorial',
  ])('%s shows no folder and no file that is not meant for readers', async (address) => {
    const {status, answer} = await get(address);
    // `/docs/tutorial` is a page and a folder.
    expect(status).toBe(address === '/docs/tutorial' ? 200 : 404);
    expect(answer.slice(0, 3000)).not.toMatch(LEAKS);
  });

  it.each([
    '//evil.example.com/',
    '/%2fevil.example.com/',
    '/\\evil.example.com/',
    '/%5cevil.example.com/',
    '///evil.example.com/index.html',
    '/%09/evil.example.com/',
  ])('%s leads to no other site', async (address) => {
    const {answer} = await get(address);
    const location = /^Location: (.*)\r$/im.exec(answer)?.[1] ?? '/';
    expect(location).toMatch(/^\/(?![/\\])/);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'FOO'])(
    '%s is refused',
    async (method) => {
      const {status, answer} = await send(
        `${method} ${PAGE} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0`,
      );
      expect(status).toBe(405);
      expect(answer).not.toMatch(LEAKS);
    },
  );

  it.each([
    ['CONNECT to another host', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443', [400, 404, 405]],
    ['no host', 'GET / HTTP/1.1', [400, 404]],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b', [400, 404]],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2', [400, 404]],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked',
      [400, 404, 405],
    ],
    ['no HTTP', 'HELLO', [0, 400, 404]],
    ['the version after the next', 'GET / HTTP/9.9\r\nHost: a', [404, 505]],
    ['an address of another host', 'GET http://evil.example.com/nowhere HTTP/1.1\r\nHost: localhost', [404]],
    ['a long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: localhost`, [414]],
    ['a long header', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(20_000)}`, [431]],
    [
      'many headers',
      `GET / HTTP/1.1\r\nHost: localhost\r\n${'X: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(3000)}Y: b`,
      [431],
    ],
    [
      'many ranges',
      `GET ${PAGE} HTTP/1.1\r\nHost: localhost\r\nRange: bytes=${'0-,'.repeat(1500)}0-`,
      [200, 206, 416],
    ],
    ['a large body', `POST ${PAGE} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000`, [405, 413]],
  ])('%s', async (_, head, statuses) => {
    const {status, answer} = await send(head);
    expect(statuses).toContain(status);
    expect(answer.length).toBeLessThan(2_000_000);
    expect(answer.slice(0, 3000)).not.toMatch(LEAKS);
  });
});

describe('the server goes on', () => {
  const well = async () => (await rawRequest(server.origin, '/healthz')).status;

  it('after ten thousand query strings, each with the same page', async () => {
    const agent = new http.Agent({keepAlive: true, maxSockets: 32});
    const {hostname, port} = new URL(server.origin);
    const ask = (i: number) =>
      new Promise<number>((resolve, reject) => {
        http
          .get({hostname, port, agent, path: `/about?q=${i}&${'x'.repeat(i % 500)}=%2e%2e`}, (response) => {
            response.resume().once('end', () => resolve(response.statusCode!));
          })
          .once('error', reject);
      });
    const statuses = new Map<number, number>();
    for (let i = 0; i < 10_000; i += 200) {
      for (const status of await Promise.all(Array.from({length: 200}, (_, j) => ask(i + j)))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    agent.destroy();
    expect([...statuses]).toEqual([[200, 10_000]]);
    expect(await well()).toBe(200);
  });

  it('while clients send their headers a byte at a time, whom it leaves', async () => {
    const {hostname, port} = new URL(server.origin);
    const slow = Array.from({length: 300}, () => net.connect(Number(port), hostname));
    let closed = 0;
    slow.forEach((socket) =>
      socket
        .on('error', () => undefined)
        .on('close', () => closed++)
        .write('GET / HTTP/1.1\r\nX: '),
    );
    const timer = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('a')), 1000);
    for (let i = 0; i < 5; i++) {
      expect(await well()).toBe(200);
      expect((await rawRequest(server.origin, PAGE)).status).toBe(200);
    }
    await expect.poll(() => closed, {timeout: 30_000}).toBe(slow.length);
    clearInterval(timer);
    expect(await well()).toBe(200);
  });
});

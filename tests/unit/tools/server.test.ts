import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {serveSite, type SiteServer} from '../../../tools/server';

let folder: string;
let server: SiteServer;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'server-'));
  const root = path.join(folder, 'build');
  for (const [file, text] of Object.entries({
    'build/index.html': 'home',
    'build/404.html': 'not found',
    'build/docs.html': 'docs',
    'build/docs/小.html': 'small',
    'build/assets/a.js': 'x'.repeat(5000),
    'secret.html': 'secret',
  })) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), {recursive: true});
    fs.writeFileSync(path.join(folder, file), text);
  }
  server = await serveSite(root);
});

afterAll(async () => {
  await server.close();
  fs.rmSync(folder, {recursive: true});
});

describe('the server of a built site', () => {
  it.each([
    ['/', 200, 'home'],
    ['/docs', 200, 'docs'],
    ['/docs?q=1', 200, 'docs'],
    ['/docs/%E5%B0%8F', 200, 'small'],
    ['/nowhere', 404, 'not found'],
    ['/%ZZ', 404, 'not found'],
    ['/..%2fsecret', 404, 'not found'],
    ['/assets', 404, 'not found'],
  ])('answers %s with %i', async (address, status, text) => {
    const response = await fetch(server.origin + address);
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  it.each([
    ['/docs/', '/docs'],
    ['/docs.html', '/docs'],
    ['/docs/index', '/docs'],
    ['/docs/index.html?q=1', '/docs?q=1'],
  ])('sends %s on to %s', async (address, location) => {
    const response = await fetch(server.origin + address, {redirect: 'manual'});
    expect([response.status, response.headers.get('location')]).toEqual([301, location]);
  });

  it('knows only files where it is told to', async () => {
    const plain = await serveSite(path.join(folder, 'build'), {redirects: false});
    const answers = ['/docs', '/docs.html', '/docs/index', '/docs/'].map(async (address) => {
      const response = await fetch(plain.origin + address, {redirect: 'manual'});
      return [response.status, await response.text()];
    });
    expect(await Promise.all(answers)).toEqual([
      [200, 'docs'],
      [200, 'docs'],
      [404, 'not found'],
      [404, 'not found'],
    ]);
    await plain.close();
  });

  it('may stand below another path', async () => {
    const below = await serveSite(path.join(folder, 'build'), {mount: '/sub'});
    const answers = ['/sub/docs', '/sub/', '/sub/docs.html', '/docs', '/subdocs'].map(async (address) => {
      const response = await fetch(below.origin + address, {redirect: 'manual'});
      return [response.status, response.headers.get('location') ?? (await response.text())];
    });
    expect(await Promise.all(answers)).toEqual([
      [200, 'docs'],
      [200, 'home'],
      [301, '/sub/docs'],
      [404, 'Not Found'],
      [404, 'Not Found'],
    ]);
    await below.close();
  });

  it('compresses text and names its type', async () => {
    const response = await fetch(`${server.origin}/assets/a.js`);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toHaveLength(5000);
  });
});

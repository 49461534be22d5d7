import {once} from 'node:events';
import {spawn} from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import type {SiteServer} from './server';
import {plainEnvironment} from './testing/command';

const LIMIT_MS = 180_000;

/** A port of this machine that nobody listens on. */
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

/** Arguments of Node with which `npm start` starts the preview of a site. */
function startArguments(siteDir: string): string[] {
  const text = fs.readFileSync(path.join(siteDir, 'package.json'), 'utf8');
  const {scripts} = JSON.parse(text) as {scripts: {start: string}};
  return scripts.start.split(' ').slice(1);
}

/** Starts the preview of a site, as `npm start` does. */
export async function startPreview(siteDir: string): Promise<SiteServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, [...startArguments(siteDir), '--no-open', '--port', String(port)], {
    cwd: siteDir,
    env: {...plainEnvironment(), NODE_ENV: 'development', BABEL_ENV: 'development'},
    stdio: 'ignore',
  });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    }
  };
  try {
    await waitForServer(origin);
  } catch (error) {
    await close();
    throw error;
  }
  return {origin, close};
}

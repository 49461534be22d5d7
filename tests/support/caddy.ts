import {spawn, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {caddyfile} from '../../tools/deploy/caddy';
import {answers, freePort} from '../../tools/deploy/ports';
import type {Serving} from '../../tools/deploy/serving';
import type {SiteServer} from '../../tools/server';

/** Whether this machine has Caddy. */
export function hasCaddy(): boolean {
  return spawnSync('caddy', ['version'], {stdio: 'ignore'}).status === 0;
}

/** Starts this machine's Caddy on a build. */
export async function startCaddy(root: string, serving: Serving): Promise<SiteServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caddy-'));
  const port = await freePort();
  const config = path.join(folder, 'Caddyfile');
  fs.writeFileSync(config, caddyfile(serving));
  const child = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: {PATH: process.env.PATH, HOME: folder, SITE_ADDRESS: `http://127.0.0.1:${port}`, SITE_ROOT: root},
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async () => {
    child.kill();
    await ended;
    fs.rmSync(folder, {recursive: true, force: true});
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null) {
      await close();
      throw new Error(said);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {origin: `http://127.0.0.1:${port}`, close};
}

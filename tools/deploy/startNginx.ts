import {spawn, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type {SiteServer} from '../server';
import {BROTLI_CONF, nginxSite} from './nginx';
import {answers, freePort} from './ports';
import type {Serving} from './serving';

const MAIN = path.resolve(__dirname, '../../deploy/nginx.conf');
const BROTLI_MODULE = '/etc/nginx/modules-enabled/50-mod-http-brotli-static.conf';

/** Whether this machine has nginx. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v'], {stdio: 'ignore'}).status === 0;
}

/** Whether its nginx has the module that sends what brotli compressed. */
export function hasBrotli(): boolean {
  return fs.existsSync(BROTLI_MODULE);
}

/**
 * Starts this machine's nginx on a build, with the configuration of the container but for where it writes.
 *
 * @param root folder of the build
 */
export async function startNginx(root: string, serving: Serving): Promise<SiteServer> {
  if (!hasNginx()) {
    throw new Error(
      '没有 nginx。办法：运行 npm run setup:tests，或安装 nginx 和 libnginx-mod-http-brotli-static',
    );
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nginx-'));
  const port = await freePort();
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  // Started by root, nginx would read the build as somebody who may not.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const main = fs.readFileSync(MAIN, 'utf8').replace(/\/tmp\//g, `${folder}/`);
  write('nginx.conf', user + main.replace(/access_log .*;/, 'access_log off;'));
  write('site.conf', nginxSite(serving, {listen: `127.0.0.1:${port}`, root: path.resolve(root)}));
  if (hasBrotli()) {
    write('brotli.conf', BROTLI_CONF);
  }
  const child = spawn('nginx', ['-c', path.join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const close = async () => {
    child.kill('SIGQUIT');
    setTimeout(() => child.kill('SIGTERM'), 1000).unref();
    await ended;
    fs.rmSync(folder, {recursive: true, force: true});
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null) {
      await close();
      throw new Error(`nginx 没有启动：${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {origin: `http://127.0.0.1:${port}`, close};
}

import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {listPaths} from '../../src/plugins/checks/builtSite';
import {servingOf} from '../deploy/prepare';
import {startNginx} from '../deploy/startNginx';
import {plainEnvironment} from '../testing/command';

/** How the site behind nginx bore many requests at once. */
export interface Load {
  addresses: number;
  connections: number;
  seconds: number;
  requests: number;
  perSecond: number;
  /** Milliseconds within which half and 99 in a hundred were answered. */
  median: number;
  p99: number;
  /** Answers that were no 200, and connections that broke. */
  errors: number;
}

const SECONDS = 30;
const CONNECTIONS = 64;

/** Asks for each address in turn, as browsers do, and prints what came of it in one line. */
function script(addresses: readonly string[]): string {
  return `
local addresses = {${addresses.map((address) => JSON.stringify(address)).join(',')}}
local i = math.random(#addresses)
request = function()
  i = i % #addresses + 1
  return wrk.format('GET', addresses[i], {['Accept-Encoding'] = 'gzip, deflate, br'})
end
done = function(summary, latency)
  local e = summary.errors
  print(string.format('RESULT %d %d %d %d %d', summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end`;
}

/** Lets wrk, on the same machine, ask nginx for all pages and their code for half a minute, as fast as it can. */
export async function benchLoad(siteDir: string): Promise<Load> {
  const build = path.join(siteDir, 'build');
  const code = fs.readdirSync(path.join(build, 'assets/js')).map((name) => `/assets/js/${name}`);
  const addresses = [...listPaths(build, '/').map(({pathname}) => encodeURI(pathname)), ...code].filter(
    (address) => address !== '/404.html' && !/\.(?:gz|br)$/.test(address),
  );
  const serving = servingOf(siteDir, build, plainEnvironment());
  const moved = new Set(serving.moved.map(([from]) => from));
  const asked = addresses.filter((address) => !moved.has(address));
  const server = await startNginx(build, serving);
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'load-')), 'load.lua');
  fs.writeFileSync(file, script(asked));
  try {
    const args = ['-t', '2', '-c', String(CONNECTIONS), '-d', `${SECONDS}s`, '-s', file, server.origin];
    const {stdout, error} = spawnSync('wrk', args, {encoding: 'utf8'});
    const [requests, micros, median, p99, errors] = (/^RESULT (.*)$/m.exec(stdout ?? '')?.[1] ?? '')
      .split(' ')
      .map(Number);
    if (error || errors === undefined) {
      throw new Error(`wrk 没有运行：${error?.message ?? stdout}。办法：安装 wrk（Debian 的软件包）`);
    }
    return {
      addresses: asked.length,
      connections: CONNECTIONS,
      seconds: SECONDS,
      requests: requests!,
      perSecond: Math.round((requests! / micros!) * 1e6),
      median: median! / 1000,
      p99: p99! / 1000,
      errors,
    };
  } finally {
    await server.close();
    fs.rmSync(path.dirname(file), {recursive: true});
  }
}

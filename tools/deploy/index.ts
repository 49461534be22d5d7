/**
 * Makes a build ready to be served: compresses its files and writes the configuration of the servers, all from
 * serving.ts. `npm run build` ends with it; it may be run again on the same build.
 *
 * usage: tsx tools/deploy/index.ts [--build folder] [--config folder] [--previous folder] [--smallest]
 *   --build     the build, by default `build`
 *   --config    where nginx's and Caddy's configuration go, by default `deploy/generated`
 *   --previous  the build that readers have now; its code is kept for the tabs that they have open
 *   --smallest  compress as well as brotli can: a minute more, 5 in a hundred smaller
 */
import path from 'node:path';
import {parseArgs} from 'node:util';
import {prepareDeployment} from './prepare';

const ROOT = path.resolve(__dirname, '../..');

async function main(): Promise<void> {
  const {values} = parseArgs({
    options: {
      build: {type: 'string', default: 'build'},
      config: {type: 'string', default: 'deploy/generated'},
      previous: {type: 'string'},
      smallest: {type: 'boolean', default: false},
    },
  });
  const {build, config, previous, smallest} = values;
  const {compressed, kept, scripts, moved} = await prepareDeployment(ROOT, {
    build: path.resolve(build),
    config: path.resolve(config),
    previous: previous === undefined ? undefined : path.resolve(previous),
    smallest,
    variables: process.env,
  });
  console.log(
    `[部署] ${compressed} 个文件有压缩好的一份，策略允许 ${scripts} 段内联脚本，${moved} 个旧地址转到新页${previous ? `，留下上一版的 ${kept} 个文件` : ''}；服务器的配置在 ${config}`,
  );
}

void main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});

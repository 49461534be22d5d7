/** `npm run deploy`: makes a build ready to be served, all from serving.ts. */
import path from 'node:path';
import {runCommand} from '../commandLine';
import {prepareDeployment} from './prepare';

const ROOT = path.resolve(__dirname, '../..');

const USAGE = `用法：npm run deploy -- [选项]

压缩构建好的文件，写出服务器的配置；npm run build 的最后一步就是它，同一个构建可以再做一次。

  --build 目录     构建好的站点，默认 build
  --config 目录    nginx、Caddy 的配置写到这里，默认 deploy/generated
  --previous 目录  读者现在看的那个构建：留下它的代码，给已经打开的标签页
  --smallest       压得最小：多一分钟，小 5%
`;

const OPTIONS = {
  build: {type: 'string', default: 'build'},
  config: {type: 'string', default: 'deploy/generated'},
  previous: {type: 'string'},
  smallest: {type: 'boolean', default: false},
} as const;

runCommand({usage: USAGE, options: OPTIONS}, async ({values: {build, config, previous, smallest}}) => {
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
});

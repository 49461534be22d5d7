import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {runCommand} from '../commandLine';
import {getVersion, VERSIONS} from '../../src/site/versions';
import {EnvironmentProblem, findInterpreter, pythonVariables} from '../examples/environments';

const USAGE = `用法：npm run passes [-- --version 版本号]

记录 relay.build 的每个 pass 对一个小模型做了什么，写进 static/passes/<版本号>.json，页面 /passes 由它显示。
没有 --version 就记录每个装有 TVM 的版本。改了 tools/passes/record.py 要重新记录全部版本。`;

const root = path.resolve(__dirname, '../..');
const OPTIONS = {version: {type: 'string'}} as const;

function record(release: string): void {
  const interpreter = findInterpreter(release, process.env);
  const json = execFileSync(interpreter, [path.join(__dirname, 'record.py')], {
    encoding: 'utf8',
    env: {...pythonVariables(interpreter, process.env), TOPHUB_LOCATION: 'NONE'},
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const found = (JSON.parse(json) as {release: string}).release;
  if (found !== release) {
    throw new Error(`${interpreter} 里的 TVM 是 ${found}，不是 ${release}。办法：换成这个版本的解释器`);
  }
  const file = path.join('static/passes', `${release}.json`);
  fs.mkdirSync(path.join(root, 'static/passes'), {recursive: true});
  fs.writeFileSync(path.join(root, file), `${json}\n`);
  console.log(`写入 ${file}`);
}

runCommand({usage: USAGE, options: OPTIONS}, ({values}) => {
  const asked = values.version === undefined ? VERSIONS : [getVersion(values.version)];
  for (const {release} of asked) {
    try {
      record(release);
    } catch (error) {
      console.error((error as Error).message);
      process.exitCode = error instanceof EnvironmentProblem && error.missing && !values.version ? 0 : 1;
    }
  }
});

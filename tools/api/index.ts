/** `npm run api`: makes the inventory of a TVM release from its source tree, or compares one with a running TVM. */
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {runCommand, UsageError} from '../commandLine';
import {findInterpreter, pythonVariables} from '../examples/environments';

const USAGE = `用法：
  npm run api -- --version 0.13.0 --source 源码目录 [--python 装有 griffe 的 python] [--names]
      读 TVM 的源码（不导入），写出 data/api/0.13.0.json；--names 只记名称
  npm run api -- --version 0.13.0 --verify
      与该版本的解释器实际导入的 TVM 比较，逐行列出不同

griffe 装在任意虚拟环境里：python3 -m venv 目录，再 目录/bin/pip install -r tools/api/requirements.txt；
它的 python 用 --python 或环境变量 API_PYTHON 给出，默认 python3。
`;

/** The folders of the packages `tvm` and `vta` in a source tree or an unpacked wheel. */
function packageFolders(source: string): string[] {
  const candidates = [
    ['python/tvm', 'tvm'],
    ['vta/python/vta', 'vta'],
  ];
  const found = candidates.flatMap((places) => {
    const folder = places
      .map((p) => path.resolve(source, p))
      .find((p) => existsSync(path.join(p, '__init__.py')));
    return folder ? [folder] : [];
  });
  if (found.length === 0) {
    throw new Error(`${source} 里没有 python/tvm。办法：给出 TVM 源码的根目录，或解开的 wheel`);
  }
  return found;
}

function generate(version: string, source: string, python: string, names: boolean): void {
  const program = path.join(__dirname, 'inventory.py');
  const args = [program, ...(names ? ['--names'] : []), ...packageFolders(source)];
  const {status, stdout, stderr, error} = spawnSync(python, args, {encoding: 'utf8', maxBuffer: 1 << 28});
  if (status !== 0) {
    const cure = stderr?.includes("No module named 'griffe'")
      ? `${python} 没有 griffe。办法：${python} -m pip install -r tools/api/requirements.txt`
      : (error?.message ?? stderr);
    throw new Error(cure);
  }
  const file = path.resolve('data/api', `${version}.json`);
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(`${file}.tmp`, stdout);
  renameSync(`${file}.tmp`, file);
  const inventory = JSON.parse(stdout) as Record<string, object>;
  const count = Object.values(inventory).reduce((sum, module) => sum + Object.keys(module).length, 0);
  console.log(`写出 data/api/${version}.json：${Object.keys(inventory).length} 个模块，${count} 个名称`);
}

function verify(version: string): number {
  const interpreter = findInterpreter(version, process.env);
  const directory = mkdtempSync(path.join(tmpdir(), 'tvm-api-'));
  try {
    const args = [path.join(__dirname, 'verify.py'), path.resolve('data/api', `${version}.json`)];
    const env = {...pythonVariables(interpreter, process.env), HOME: directory};
    const {status} = spawnSync(interpreter, args, {
      cwd: directory,
      env,
      stdio: ['ignore', 'inherit', 'ignore'],
    });
    return status ?? 1;
  } finally {
    rmSync(directory, {recursive: true, force: true});
  }
}

const OPTIONS = {
  version: {type: 'string'},
  source: {type: 'string'},
  python: {type: 'string', default: process.env.API_PYTHON || 'python3'},
  names: {type: 'boolean', default: false},
  verify: {type: 'boolean', default: false},
} as const;

runCommand({usage: USAGE, options: OPTIONS}, ({values}) => {
  if (!values.version || !(values.verify || values.source)) {
    throw new UsageError('要写 --version，以及 --source 或 --verify');
  }
  if (values.verify) {
    return verify(values.version);
  }
  generate(values.version, values.source ?? '', values.python, values.names);
  return 0;
});

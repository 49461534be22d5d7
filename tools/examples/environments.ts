import {execFile} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {VERSIONS} from '../../src/site/versions';
import {parseRequirements, publicVersion} from './requirements';

const PYTHON_TOOLS = path.join(__dirname, 'python');

type Variables = Record<string, string | undefined>;

/** A Python that has the TVM of a release. */
export interface PythonEnvironment {
  name: string;
  interpreter: string;
  python: string;
  tvm: string;
  commit: string | null;
  /** Installed packages by normal name, without the local part of their versions. */
  packages: Map<string, string>;
  /** What `tvm.support.libinfo()` says of the build. */
  options: Map<string, string>;
  /** Instruction sets that NumPy can be told not to use. */
  numpyFeatures: string[];
  /** Packages that differ from the requirements file, one sentence each. */
  differences: string[];
}

/** No interpreter where one is expected, or one that can't be used; the message has the cure. */
export class EnvironmentProblem extends Error {
  constructor(
    message: string,
    /** There is no interpreter at all, as on a machine that was never set up for the examples. */
    readonly missing: boolean,
  ) {
    super(message);
  }
}

/** The variable that names the interpreter of an environment, e.g. `TVM_PYTHON_0_13_0_PADDLE`. */
export function variableName(environment: string): string {
  return `TVM_PYTHON_${environment.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

/**
 * Path of the interpreter of an environment.
 *
 * @param variables usually `process.env`
 * @throws EnvironmentProblem where there is none
 */
export function findInterpreter(environment: string, variables: Variables): string {
  const variable = variableName(environment);
  const dataHome = variables.XDG_DATA_HOME || path.join(homedir(), '.local/share');
  const standard = path.join(dataHome, 'tvm-docs', environment, 'bin/python');
  const chosen = variables[variable] || standard;
  if (!existsSync(chosen)) {
    const cure = `办法：按安装页从源码编译这个版本，再把 ${variable} 设为能 import 它的 python，或放在 ${standard}`;
    throw new EnvironmentProblem(`环境 ${environment} 没有解释器：找不到 ${chosen}。${cure}`, true);
  }
  return path.resolve(chosen);
}

/** Variables that an interpreter of an environment is started with; nothing else of ours reaches a page. */
export function pythonVariables(interpreter: string, variables: Variables): Record<string, string> {
  const passed = [
    'LD_LIBRARY_PATH',
    'DYLD_LIBRARY_PATH',
    'PYTHONPATH',
    'TVM_LIBRARY_PATH',
    'TVM_HOME',
    'SYSTEMROOT',
  ];
  return {
    ...Object.fromEntries(passed.flatMap((name) => (variables[name] ? [[name, variables[name]]] : []))),
    PATH: [path.dirname(interpreter), variables.PATH].join(path.delimiter),
    LANG: 'C.UTF-8',
    PYTHONUTF8: '1',
    PYTHONUNBUFFERED: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONNOUSERSITE: '1',
    TOPHUB_LOCATION: 'NONE',
  };
}

function differences(root: string, name: string, packages: Map<string, string>): string[] {
  const relative = `examples/requirements-${name}.txt`;
  const file = path.join(root, relative);
  if (!existsSync(file)) {
    return [`没有 ${relative}`];
  }
  return [...parseRequirements(readFileSync(file, 'utf8'))]
    .filter(([key, pin]) => packages.get(key) !== pin)
    .map(([key, pin]) => `${key} 应为 ${pin}，装的是 ${packages.get(key) ?? '（没有）'}`);
}

interface Probe {
  /** The interpreter itself, where the one found is only a launcher. */
  executable: string;
  python: string;
  packages: Record<string, string>;
  tvm: string | null;
  file?: string;
  commit?: string | null;
  options?: Record<string, string>;
  numpyFeatures?: string[];
  error?: string;
}

/**
 * Starts the interpreter of an environment and makes sure that it has the TVM of the release.
 *
 * @param release release that the pages are about, e.g. `0.13.0`
 * @throws EnvironmentProblem where the interpreter is missing, can't import TVM, or has another TVM
 */
export async function openEnvironment(
  root: string,
  name: string,
  release: string,
  variables: Variables,
): Promise<PythonEnvironment> {
  const interpreter = findInterpreter(name, variables);
  const env = {...pythonVariables(interpreter, variables), HOME: homedir()};
  const options = {env, timeout: 120_000, maxBuffer: 1 << 26};
  let probe: Probe;
  try {
    const {stdout} = await promisify(execFile)(interpreter, [path.join(PYTHON_TOOLS, 'probe.py')], options);
    probe = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Probe;
  } catch (error) {
    throw new EnvironmentProblem(`环境 ${name}：${interpreter} 不能执行：${(error as Error).message}`, false);
  }
  if (!probe.tvm) {
    const cure = `办法：${interpreter} -m pip install -r examples/requirements-${name}.txt，并核对 TVM 在它的路径上`;
    throw new EnvironmentProblem(
      `环境 ${name}：${interpreter} 不能 import tvm（${probe.error}）。${cure}`,
      false,
    );
  }
  if (probe.tvm !== release) {
    const cure = `办法：把 ${variableName(name)} 设为装有 TVM ${release} 的 python`;
    const message = `环境 ${name}：需要 TVM ${release}，而 ${interpreter} 的是 TVM ${probe.tvm}（${probe.file}）。${cure}`;
    throw new EnvironmentProblem(message, false);
  }
  const commit = probe.commit ?? null;
  const tagged = VERSIONS.find((version) => version.release === release)?.commit;
  if (commit && tagged && commit !== tagged) {
    const message = `环境 ${name}：TVM 是从提交 ${commit} 编译的，v${release} 是 ${tagged}。办法：在标签 v${release} 上重新编译`;
    throw new EnvironmentProblem(message, false);
  }
  const packages = new Map(Object.entries(probe.packages).map(([key, value]) => [key, publicVersion(value)]));
  const {executable, python, tvm} = probe;
  return {
    name,
    interpreter: executable,
    python,
    tvm,
    commit,
    packages,
    options: new Map(Object.entries(probe.options ?? {})),
    numpyFeatures: probe.numpyFeatures ?? [],
    differences: differences(root, name, packages),
  };
}

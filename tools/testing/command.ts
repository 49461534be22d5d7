import {spawn} from 'node:child_process';
import {NAMES} from '../../src/site/variables';

/** How a command ended and what it printed, without colours. */
export interface Ended {
  code: number;
  output: string;
}

/** The environment of this process without the settings of a deployment, which tests build and read the site without. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !(NAMES as readonly string[]).includes(name)),
  );
}

/** Where a step's output goes: at once to the screen, or kept until its turn comes. */
export type Print = (text: string) => void;

/** Shows text as it comes. */
export const showAtOnce: Print = (text) => void process.stdout.write(text);

/**
 * Runs a Node program and hands on what it prints as it comes.
 *
 * @param args program and its arguments
 * @param variables set on top of the plain environment
 */
export function runNode(
  root: string,
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
  print: Print = showAtOnce,
): Promise<Ended> {
  const colour = process.stdout.isTTY && !process.env.NO_COLOR ? {FORCE_COLOR: '1'} : {};
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: {...plainEnvironment(), ...colour, ...variables},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (text: string) => {
      output += text;
      print(text);
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', reject);
    // eslint-disable-next-line no-control-regex
    child.once('close', (code) => resolve({code: code ?? 1, output: output.replace(/\x1b\[[\d;]*m/g, '')}));
  });
}

/** How every command of this folder is called, helps and ends. */
import {parseArgs, type ParseArgsConfig} from 'node:util';
import {nearest} from '../src/site/nearest';

type Options = NonNullable<ParseArgsConfig['options']>;

type Line<O extends Options> = ReturnType<
  typeof parseArgs<{options: O; allowPositionals: true; strict: true}>
>;

/** A command that was called in a way that it does not know; it ends with 2, as what it could not do does. */
export class UsageError extends Error {}

interface Command<O extends Options> {
  /** What `--help` shows. */
  usage: string;
  options?: O;
  /** Whether it takes words that are no options, such as pages. */
  takesWords?: boolean;
}

/** What is wrong with a line, in the words of whoever wrote it. */
function explainMistake(error: Error & {code?: string}, options: Options): string {
  const [, name = ''] = /'(?:-\w, )?(-*[^\s'=]+)/.exec(error.message) ?? [];
  switch (error.code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const [near] = nearest(
        name,
        Object.keys(options).map((option) => `--${option}`),
      );
      return `没有选项「${name}」${near ? `；要的也许是 ${near}` : ''}`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return `选项 ${name} ${error.message.includes('does not take') ? '后面没有值' : '后面要写值'}`;
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return `这条命令后面只写选项，不写「${name}」`;
    default:
      throw error;
  }
}

/**
 * Reads a command line.
 *
 * @throws UsageError where the command has no such option
 */
export function readLine<O extends Options>(
  command: Command<O>,
  args: readonly string[],
): Line<O> & {help: boolean} {
  const options = {...command.options, help: {type: 'boolean', short: 'h'}} as const;
  try {
    const line = parseArgs({args: [...args], options, allowPositionals: command.takesWords ?? false});
    return {...(line as Line<O>), help: line.values.help === true};
  } catch (error) {
    throw new UsageError(explainMistake(error as Error, options));
  }
}

/**
 * Runs a command: with `--help` it says how it is called, else `main` does its work and gives the status to end with. What
 * it could not do is told without a stack.
 *
 * @param explain what an error means to whoever runs the command
 */
export function runCommand<O extends Options>(
  command: Command<O>,
  main: (line: Line<O>) => number | void | Promise<number | void>,
  explain: (error: Error) => string = ({message}) => message,
): void {
  const run = async () => {
    const {help, ...line} = readLine(command, process.argv.slice(2));
    if (help) {
      console.log(command.usage.trim());
      return 0;
    }
    return main(line as Line<O>);
  };
  run().then(
    (status) => {
      process.exitCode = status ?? process.exitCode ?? 0;
    },
    (error: Error) => {
      console.error(
        error instanceof UsageError ? `${error.message}。全部用法：加 -- --help` : explain(error),
      );
      process.exitCode = 2;
    },
  );
}

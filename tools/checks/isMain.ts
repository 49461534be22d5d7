import path from 'node:path';

/** Whether a file is the command that was started, not a part of another. */
export function isMain(file: string): boolean {
  return process.argv[1] !== undefined && path.resolve(process.argv[1]) === path.resolve(file);
}

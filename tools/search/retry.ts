import {setTimeout as sleep} from 'node:timers/promises';

/** How often and after how many milliseconds something is tried again. */
export interface RetryOptions {
  attempts: number;
  /** Before the second attempt; each later one waits twice as long. */
  wait: number;
  log(message: string): void;
}

/** Whether trying again may help: nobody answered, or the service says that it is busy or broken. */
function isPassing(error: unknown): boolean {
  const {name, status} = error as {name?: string; status?: number};
  return name === 'RetryError' || status === 429 || (status !== undefined && status >= 500);
}

/** Does something, again and again while that may help. */
export async function retry<T>(name: string, task: () => Promise<T>, options: RetryOptions): Promise<T> {
  const {attempts, wait, log} = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await task();
    } catch (error) {
      if (attempt === attempts || !isPassing(error)) {
        throw error;
      }
      const pause = wait * 2 ** (attempt - 1);
      log(`${name}没有成功，${pause / 1000} 秒后再试（第 ${attempt} 次，共 ${attempts} 次）`);
      await sleep(pause);
    }
  }
}

import {spawn, type ChildProcess} from 'node:child_process';
import fs from 'node:fs';

/** How a command went as a whole: wall time in seconds, highest memory of it and its children together in MB. */
export interface Usage {
  seconds: number;
  /** Undefined where the system has no `/proc`. */
  peakMb?: number;
}

const SAMPLE_MS = 100;

/** Resident memory in MB of a process and all below it. */
function residentMb(root: number): number {
  const children = new Map<number, number[]>();
  const resident = new Map<number, number>();
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) {
      continue;
    }
    try {
      const status = fs.readFileSync(`/proc/${name}/status`, 'utf8');
      const pid = Number(name);
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      children.set(parent, [...(children.get(parent) ?? []), pid]);
      resident.set(pid, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      // The process ended between the listing and the reading.
    }
  }
  const sum = (pid: number): number =>
    (resident.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(root);
}

function watchMemory(child: ChildProcess): () => number | undefined {
  if (!fs.existsSync('/proc/self/status')) {
    return () => undefined;
  }
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(child.pid!));
  }, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return Math.round(peak);
  };
}

/**
 * Runs a Node program to its end.
 *
 * @throws Error with the end of its output where it fails
 */
export function measureRun(args: string[], cwd: string): Promise<Usage> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {cwd, stdio: ['ignore', 'pipe', 'pipe']});
    const peak = watchMemory(child);
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => {
      const peakMb = peak();
      if (code === 0) {
        resolve({seconds: (performance.now() - started) / 1000, peakMb});
      } else {
        reject(new Error(`node ${args.join(' ')} 以 ${code} 结束：\n${output}`));
      }
    });
  });
}

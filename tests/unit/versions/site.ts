import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A site of a few pages in a Git repository of its own. */
export class SmallSite {
  readonly dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'versions-')));

  constructor(files: Record<string, string>) {
    this.git('init', '-q', '-b', 'main');
    this.git('config', 'user.email', 'a@example.org');
    this.git('config', 'user.name', 'a');
    this.commit(files);
  }

  git(...args: string[]): string {
    return execFileSync('git', args, {cwd: this.dir, encoding: 'utf8'});
  }

  write(files: Record<string, string>): void {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(this.dir, file)), {recursive: true});
      fs.writeFileSync(path.join(this.dir, file), text);
    }
  }

  commit(files: Record<string, string>): void {
    this.write(files);
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', 'c');
  }

  read(file: string): string {
    return fs.readFileSync(path.join(this.dir, file), 'utf8');
  }

  remove(): void {
    fs.rmSync(this.dir, {recursive: true});
  }
}

export const NEWEST = 'docs/a.md';
export const OLD = 'versioned_docs/version-0.12.0/a.md';
export const OLDEST = 'versioned_docs/version-0.10.0/a.md';

export const page = (...blocks: string[]): string => `${['---\ntitle: 页\n---', ...blocks].join('\n\n')}\n`;

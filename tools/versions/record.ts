/** `data/versions/<release>.json`: the text of the newest page that each older page was last in step with. */
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {readJson} from '../../src/content/json';
import type {Page} from '../../src/content/pages';
import type {SiteVersion} from '../../src/site/versions';
import {readObjects} from '../git';

/** A sentence of which the newest page, or another tree, has another wording, and which stays all the same. */
export interface Keep {
  page: string;
  sentence: string;
  why: string;
}

export interface VersionRecord {
  /** By path in the tree: the blob of the newest page; `old..new` while conflicts of a merge with `new` are left. */
  pages: Record<string, string>;
  keeps: Keep[];
}

export const recordFile = (release: string): string => `data/versions/${release}.json`;

/** @throws Error naming the file where it holds no JSON */
export function readRecord(siteDir: string, release: string): VersionRecord {
  const read = readJson<Partial<VersionRecord>>(siteDir, recordFile(release));
  return {pages: {...read?.pages}, keeps: [...(read?.keeps ?? [])]};
}

/** The record as text: in order, a line for each page, so that two branches rarely change the same line. */
export function formatRecord({pages, keeps}: VersionRecord): string {
  const lines = Object.entries(pages)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([page, blob]) => `    ${JSON.stringify(page)}: ${JSON.stringify(blob)}`);
  const kept = keeps.map((keep) => `    ${JSON.stringify(keep)}`);
  const listOf = (open: string, list: readonly string[], close: string) =>
    list.length > 0 ? `${open}\n${list.join(',\n')}\n  ${close}` : open + close;
  return `{\n  "pages": ${listOf('{', lines, '}')},\n  "keeps": ${listOf('[', kept, ']')}\n}\n`;
}

export function writeRecord(siteDir: string, release: string, record: VersionRecord): void {
  const file = path.join(siteDir, recordFile(release));
  fs.mkdirSync(path.dirname(file), {recursive: true});
  fs.writeFileSync(`${file}.tmp`, formatRecord(record));
  fs.renameSync(`${file}.tmp`, file);
}

/** What Git calls a text. */
export function blobOf(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
}

/** An older page of which there may be a record. */
interface RecordedPage {
  version: SiteVersion;
  path: string;
  older: Page;
}

/** Git that can't tell what is asked of it; the message has the cure. */
export class HistoryProblem extends Error {}

/** Earlier texts of pages, from the Git history of the site. */
export class History {
  constructor(private readonly siteDir: string) {}

  private git(args: readonly string[], input = ''): Buffer {
    const {status, stdout, stderr, error} = spawnSync('git', args, {
      cwd: this.siteDir,
      input,
      maxBuffer: 1 << 30,
    });
    if (status !== 0) {
      const reason = error?.message ?? stderr.toString().trim().split('\n')[0]!;
      throw new HistoryProblem(`读不到 Git 的历史（${reason}）。办法：在有完整历史的克隆里运行`);
    }
    return stdout;
  }

  /** Texts of blobs; those that the clone does not have are left out. */
  blobs(ids: readonly string[]): Map<string, string> {
    return readObjects((args, input) => this.git(args, input), [...new Set(ids)]);
  }

  /** Texts of files as they are in the last commit, by path. */
  committed(files: readonly string[]): Map<string, string> {
    const texts = this.blobs(files.map((file) => `HEAD:./${file}`));
    return new Map([...texts].map(([name, text]) => [name.slice('HEAD:./'.length), text]));
  }

  /** Texts of older pages as they were when they were last recorded to be in step, where the history has them. */
  whenRecorded<T extends RecordedPage>(twins: readonly T[]): Map<T, string> {
    const names = new Map<T, string>();
    for (const release of new Set(twins.map(({version}) => version.release))) {
      const blame = this.git(['blame', '--porcelain', '--', recordFile(release)]).toString();
      const commits = new Map<string, string>();
      let commit = '';
      for (const line of blame.split('\n')) {
        commit = /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1] ?? commit;
        const page = /^\t\s*("(?:[^"\\]|\\.)*"): "/.exec(line)?.[1];
        if (page) {
          commits.set(JSON.parse(page) as string, commit);
        }
      }
      for (const twin of twins.filter(({version}) => version.release === release)) {
        names.set(twin, `${commits.get(twin.path) ?? ''}:./${twin.older.file}`);
      }
    }
    const texts = this.blobs([...names.values()]);
    return new Map(
      [...names].flatMap(([twin, name]) => {
        // Its record is not committed yet: it was in step a moment ago.
        const text = /^0+:/.test(name) ? twin.older.text : texts.get(name);
        return text === undefined ? [] : [[twin, text]];
      }),
    );
  }

  /** Why a blob is not there, and what to do about it. */
  missing(page: string): HistoryProblem {
    const isShallow = this.git(['rev-parse', '--is-shallow-repository']).toString().trim() === 'true';
    return new HistoryProblem(
      isShallow
        ? `${page}：这是浅克隆，没有上次同步时的文字。办法：git fetch --unshallow`
        : `${page}：记下的文字不在历史里，当时没有提交。办法：对照 0.13.0 的页面读一遍，再运行 npm run versions -- carry --settled ${page}`,
    );
  }

  /** Keeps a text in the clone, so that it can be read before the page that has it is committed. */
  keep(text: string): string {
    return this.git(['hash-object', '-w', '--stdin'], text).toString().trim();
  }
}

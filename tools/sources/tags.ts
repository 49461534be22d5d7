import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {getVersion} from '../../src/site/versions';
import {readObjects} from '../git';

/** A Git directory that is no clone of TVM, or lacks what is asked of it; the message has the cure. */
export class TagProblem extends Error {}

/** Reads files of TVM as they are at the tags of the releases, from any clone. */
export class TaggedSource {
  private readonly where: string[];
  private readonly lists = new Map<string, string[]>();

  /** @param directory a working tree, or a Git directory without one */
  constructor(directory: string) {
    const full = path.resolve(directory);
    const isGit = ['HEAD', 'objects'].every((name) => existsSync(path.join(full, name)));
    this.where = isGit ? ['--git-dir', full] : ['-C', full];
  }

  /** Runs Git; undefined where it fails and `allowed` has its status. */
  git(args: readonly string[], input?: string, allowed: readonly number[] = []): Buffer | undefined {
    const run = spawnSync('git', [...this.where, ...args], {input, maxBuffer: 1 << 30});
    if (run.error || (run.status !== 0 && !allowed.includes(run.status ?? -1))) {
      throw new TagProblem(`git ${args[0]} 失败：${run.error?.message ?? run.stderr.toString().trim()}`);
    }
    return run.status === 0 ? run.stdout : undefined;
  }

  private ref(release: string): string {
    return `refs/tags/${getVersion(release).tag}`;
  }

  /**
   * Paths of all files at the tag of a release.
   *
   * @throws TagProblem where the directory has no such tag
   */
  list(release: string): string[] {
    let paths = this.lists.get(release);
    if (!paths) {
      const {tag} = getVersion(release);
      const known = this.git(
        ['rev-parse', '--verify', '--quiet', `${this.ref(release)}^{commit}`],
        undefined,
        [1, 128],
      );
      if (!known) {
        const cure = `git -C 目录 fetch https://github.com/apache/tvm tag ${tag}，或换一份克隆`;
        throw new TagProblem(`${this.where[1]} 里没有标签 ${tag}。办法：${cure}`);
      }
      const output = this.git(['ls-tree', '-r', '-z', '--name-only', this.ref(release)])!;
      paths = output.toString().split('\0').filter(Boolean);
      this.lists.set(release, paths);
    }
    return paths;
  }

  /** Texts of files at the tag of a release, by path; those that are not there are left out. */
  read(release: string, paths: readonly string[]): Map<string, string> {
    const known = new Set(this.list(release));
    const wanted = [...new Set(paths)].filter((name) => known.has(name));
    const objects = readObjects(
      (args, input) => this.git(args, input)!,
      wanted.map((name) => `${this.ref(release)}:${name}`),
    );
    return new Map(
      wanted.flatMap((name) => {
        const text = objects.get(`${this.ref(release)}:${name}`);
        return text === undefined ? [] : [[name, text] as const];
      }),
    );
  }

  /**
   * Lines at the tag of a release that match one of some patterns, as Git finds them.
   *
   * @param patterns basic regular expressions, or fixed strings with `isFixed`
   */
  grep(release: string, patterns: readonly string[], isFixed: boolean, paths: readonly string[] = []) {
    this.list(release);
    const kind = isFixed ? '-F' : '-E';
    const args = ['grep', '-I', '-n', '-z', kind, '-f', '-', this.ref(release), '--', ...paths];
    const output = this.git(args, patterns.map((p) => `${p}\n`).join(''), [1])?.toString() ?? '';
    const prefix = `${this.ref(release)}:`;
    return output.split('\n').flatMap((record) => {
      const [place, line, ...text] = record.split('\0');
      return place?.startsWith(prefix)
        ? [{path: place.slice(prefix.length), line: Number(line), text: text.join('\0')}]
        : [];
    });
  }
}
